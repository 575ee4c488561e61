"""Damaged files, and disks that are full: test_damage.py PROGRAM."""

import base64
import resource
import subprocess
import zlib
from pathlib import Path

import program
from program import ProgramTest, plethos

# A recording of three agents in which a few bytes differ.
UNCLOSED = (
    b"c-rk+d2AF_7@ytJc3ZaeB(+#%I3!zA=<c>9EtGww2R4GxC<!2hWxD&?9lPCGXQma9U?s8KO*#HB7#c99ArT3|a44`(P|Fo4*n-jk0ui|-"
    b"C=oPho#V}RcDp;pL<z?In$6pp{l4FKyl=km&3j#0Q8pzZen`CDU?3DS<FVyMd353HLF4YzIzs#-"
    b"2ot`SPLM>JFzTYD+Y%)yUwSZ!zY{4E!*hNfnadO<Uq6bPDUCB<EiV_jdxA)Tyc{Qwz1BwPU#8Ay$(V}r$(7<bJ1AFA>jU|`EK|cmj`Lr;DUS!Tgp;m;9M2I{4fF_uKWR<<"
    b"=uO7?+JdilVtq!UKpJ&Ks*sZgK@a3z3}<(^prh8y&>mjqOHGz_Df%o#u)IMnFY%|T_|4-"
    b"i<IJRqvO24*mb_f6wa}R*%bT%$oFvaVpod~<MzLGOiBaJ=Xx8C|qMQlK#Y%EYJVbuIir;Eh>|79FXPs!KQ?|26#m_b{B-"
    b"OysPRiqe*(Ara6kX%uNgV%d(!&ThA!KP!O*UD>(oWI?1&%6)<pTYQm-O&-"
    b"9kdGqUX?!s0^(xM4<#1>O7!*1Vh)afN`Rc*NprmDLpb^T(DTn!31UKo?Lh_v&woLm`A?SPN_*(K`nq8Cq5QUnl6OO@0ooalonl$KfpV+mqgC?Nl$(QuIuD}d{DIJ^ov)^V"
    b"Jm9E0A!X$}h*IZGzB#0Sf=Ts|BbjPp?wNWor?yY6kMQeL<~2r=e~V$=PRyUA;)l6~`Gw{xih_CLDF?I~iDE35rpj-U;z`~Gg$$%v-"
    b"mh1UV=2goxz>Wb0!x)6H<!xO5d%Z_t%0~6;W{AqEh22+iqQX?g8P=TepwM0$fx9C<v*nNwdpg;bVB7Y^;w*SCK8X0gS7dS=fRtx&8PTD#s>OVfv;V0|Bd-"
    b"m`hT$9>iT39>!Hx9#G;mDP<$^A@H?$fT{B2>Qn?mNZ#X%kPrpcz<lGd;t80BYd8Hm1i3)$eN>lY44tgn;;%UZ%{UwJ<{YK1)bOVw8PEdXx9lCW=pgnPtJxl{+-"
    b"BfQ~Pa^vB$L#Mvl0OW`Kbf4OH&K$q>kGTQz6&pZcw=WlbYsleUcIrBe1CGq=WajWe0+s3*xx!xarLa+GZnjas>~0zTl7<>`ay@EB%MwdGVh`UL><N*pn5{ZZY|!|V?hJPi"
    b"PDAZJT1@UbJbrwbU}Hij)!`lLd8QT#iJ!L^c&-|8IQBG+LFp^fBN(3#Xm-hlUE<OzNy6T{>6Rru|O~Kj~42FnJC9_bZ^y=X$+3GG#^CxdeQ*hjDzMEse8qf%6eH?4O!vAv"
    b"j?Ii{S6G3a?<sj+{?6ea9(j)oEe6%j#?<!P_MjrCi~%|91iG)z14P982%cDa@!Rn@jGfrKcIsa-go^$$PU9t)kv?z{@F5X=oRne;eMk0F07h)h~Hh*_uZ7ER&=~5OzhRQE"
    b"BHB$P=q2Bp$J7NLJ^8kgd!B72t6J8vgiRAQv2xvL&AKtW6@0C)ao{rUkWA?M5C>`x(&!%09z)D*TQ$8-"
    b"V$gh<TIrYyYGQkG7~iOLs8S^bG|o5wW5sF4xbi=^7404_=sDovA=%>?zgW7mzM59FKvDuy=_{KrjjK{3qyIooQLhmG^_&&KOP4w+t&E*3`$2GjV0(v^m0uM{O<=uHzA*sT"
    b"F$3~u3b04;=KU5I!~Z`Gdg^pVXc}N129H5#%SA<w13C&`+%Ef^WDnoLi(y(pU)HGs)Z4)+UF9#pDoWo#wFK5_iO{$KJshyaaM<|WrVgJF&JYL#)!YP7G>r5z*X-"
    b"uaO~s<Xc}1#_~a%{47|N9O|s}$X8K|D@|D%#o0}T}-"
    b"3<}Hw+XDDQ>uxf?6g@h#ufJsbml=aXg;$E4BGk7x2C!k7=JjSnIForKneEc=sMjOM@E+%eE;G};GGgbsm0j_Hta4h(!z+x7~_SHh`03g1@v9~V6=Ug58T->5-"
    b"^W8gN0dVY+4xjn2-"
    b"2`kk2=FKG=_5ShxyJT)Pbz*L%POR}+|@TL!c+j2NQ`$7AsIW~85U2wem3f_?Sh0`g%g$X(i`iJ=^`9K!Lqdp83WmR&=~e*Vaow(kPiwEC27NlvRKhH|9yJ;vDnS@MC#$G@"
    b"Qwm%0un=PUt<J?sRBBpV(hQ56p{SB?xG3HIjyiki0SCoRaiX4`E%<?AfewnI6B5|7ZuIoh&vGbp-z4jpfw>)SHx4_j(`DKfTb$0HeIj1@lO9Nm2HFqpq>73y-"
    b"C(D0rNFy?#{dh>CKCPoUzn1bW6Ea4ZhX8i~>{q_yt+{{;O^@*)$ams1U{7A(ZSN;25f&16Wc~6>uk5k!~R*u>#qt*5JFN1ZvDF"
)


class Damage(ProgramTest):
    """The program answers in one line with exit code 2, or draws the picture if the damage does not matter."""

    def test_every_fourth_sector(self) -> None:
        path, bad, picture = (self.path(name) for name in ("run.h5", "bad.h5", "run.png"))
        result = plethos("run", "circle", "--agents", "9", "--backend", "serial", "--steps", "60", "--quiet", "--out", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        whole = Path(path).read_bytes()
        refused = 0
        for first in range(0, len(whole), 2048):
            damaged = bytearray(whole)
            damaged[first:first + 512] = bytes(value ^ 0x55 for value in damaged[first:first + 512])
            Path(bad).write_bytes(damaged)
            result = plethos("render", bad, "--out", picture, "--width", "64")
            self.assertIn(result.returncode, (0, 2), (first, result.stderr))
            self.assertEqual(result.stderr.count("\n"), 1 if result.returncode == 2 else 0, (first, result.stderr))
            refused += result.returncode == 2
        self.assertGreater(refused, 2)

    def test_an_output_in_whose_place_one_lies(self) -> None:
        """HDF5 cannot close this file, and complains of that when a process ends that has opened it."""
        path = self.path("damaged.h5")
        Path(path).write_bytes(zlib.decompress(base64.b85decode(UNCLOSED)))
        for arguments in (("run", "circle", "--agents", "3", "--steps", "1", "--backend", "serial", "--out", path),
                          ("run", "circle", "--agents", "3", "--steps", "1", "--backend", "serial", "--checkpoint", path),
                          ("plan", "narrow", "--planner", "roadmap", "--queries", "3", "--out", path)):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), path)
        self.assertEqual(plethos("render", path, "--out", self.path("a.png")).stderr.count("\n"), 1)


class FullDisk(ProgramTest):
    """A limit on the size of files stands in for the disk."""

    def limited(self, size: int, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([program.PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=300,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))

    def test_is_told_in_one_line(self) -> None:
        run = ("run", "lattice", "--agents", "2000", "--backend", "serial", "--avoidance", "none", "--quiet", "--steps")
        out, checkpoint = self.path("run.h5"), self.path("checkpoint.h5")
        # While chunks fill, at the end, and before anything is recorded.
        for steps, size in (("300", 300_000), ("20", 60_000), ("20", 8_192)):
            with self.subTest(steps=steps, size=size):
                self.assert_refused(self.limited(size, *run, steps, "--out", out), "File too large", code=3)
        self.assert_refused(self.limited(8192, *run, "4", "--checkpoint", checkpoint), checkpoint, "File too large", code=3)
        self.assertFalse(Path(checkpoint).exists())


if __name__ == "__main__":
    program.main()
