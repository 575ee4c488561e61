"""The source archive of `./bootstrap dist`: test_dist.py SOURCES CMAKE.

It is made of SOURCES' files as they are now, in a repository of its own. Needs git; in sources without a checkout there is nothing to show."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

SOURCES, CMAKE = Path(), ""
USER = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
        "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z"}


def call(folder: Path, *words: str, code: int = 0, **environment: str) -> subprocess.CompletedProcess:
    result = subprocess.run(words, cwd=folder, env=os.environ | USER | environment, capture_output=True, text=True, check=False)
    if result.returncode != code:
        raise AssertionError(f"{' '.join(words)}: exit code {result.returncode}, expected {code}\n{result.stdout}{result.stderr}")
    return result


def git(folder: Path, *words: str, **environment: str) -> str:
    return call(folder, "git", *words, **environment).stdout.rstrip("\n")


def version_of(text: str) -> str:
    return re.search(r"(?m)^project\(plethos VERSION (\S+)", text)[1]


class SourceArchive(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.home.cleanup)
        cls.files = [name for name in git(SOURCES, "ls-files", "-z").split("\0") if name and (SOURCES / name).exists()]
        cls.version = version_of((SOURCES / "CMakeLists.txt").read_text(encoding="utf-8"))
        cls.clone = Path(cls.home.name) / "clone"
        for name in cls.files:
            (cls.clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCES / name, cls.clone / name)
        git(cls.clone, "init", "-q")
        git(cls.clone, "add", "--all", "--force")
        git(cls.clone, "commit", "-q", "-m", "all")
        cls.commit = git(cls.clone, "rev-parse", "HEAD")
        cls.archive = cls.pack(cls.clone)
        cls.unpacked = Path(cls.home.name) / "elsewhere" / f"plethos-{cls.version}"
        with tarfile.open(cls.archive) as archive:
            archive.extractall(cls.unpacked.parent)

    @staticmethod
    def pack(clone: Path, **environment: str) -> Path:
        return Path(call(clone, "./bootstrap", "dist", **environment).stdout.strip())

    def commit_in(self, folder: Path) -> str:
        """The commit that a build of these sources has in its headers."""
        script = Path(self.home.name) / "commit.cmake"
        script.write_text(f'include("{folder}/cmake/PlethosCommit.cmake")\nmessage(STATUS "commit=${{PLETHOS_GIT_HASH}}")\n', encoding="utf-8")
        return re.search("commit=(.*)", call(folder, CMAKE, "-P", str(script)).stdout)[1]

    def test_it_holds_the_files_of_the_commit(self) -> None:
        self.assertEqual(self.archive, self.clone / "dist" / f"plethos-{self.version}.tar.gz")
        top = f"plethos-{self.version}/"
        with tarfile.open(self.archive) as archive:
            members = archive.getmembers()
        self.assertEqual(sorted(member.name for member in members if member.isfile()), sorted(top + name for name in self.files))
        self.assertGreater(len(self.files), 1000)
        self.assertEqual({(member.uname, member.gname, member.mtime) for member in members}, {("root", "root", 1767323045)})
        self.assertEqual({member.mode for member in members if member.isfile()}, {0o644, 0o755})
        changed = [name for name in self.files if (self.unpacked / name).read_bytes() != (self.clone / name).read_bytes()]
        self.assertEqual(changed, ["cmake/commit.txt"])

    def test_a_commit_gives_the_same_bytes(self) -> None:
        """Another clone, with settings of its user, and changes that are not committed."""
        other = Path(self.home.name) / "other"
        git(self.clone, "clone", "-q", ".", str(other))
        for key, value in (("tar.umask", "0077"), ("core.autocrlf", "true"), ("core.abbrev", "20")):
            git(other, "config", key, value)
        (other / "README.md").write_text("changed", encoding="utf-8")
        (other / "new.txt").write_text("new", encoding="utf-8")
        said = call(other, "./bootstrap", "dist", TZ="Asia/Tokyo")
        self.assertEqual(Path(said.stdout.strip()).read_bytes(), self.archive.read_bytes())
        self.assertIn("what is not committed is left out", said.stderr)
        self.assertIn(hashlib.sha256(self.archive.read_bytes()).hexdigest(), said.stderr)

    def test_the_commit_is_known_in_it(self) -> None:
        self.assertEqual(self.commit_in(self.unpacked), self.commit[:12] + "-archive")
        # Also where the archive lies in somebody else's repository.
        git(self.unpacked.parent, "init", "-q")
        self.assertEqual(self.commit_in(self.unpacked), self.commit[:12] + "-archive")

    def test_the_commit_is_known_in_a_checkout(self) -> None:
        clone = Path(self.home.name) / "tagged"
        git(self.clone, "clone", "-q", ".", str(clone))
        self.assertEqual(self.commit_in(clone), self.commit[:12])
        git(clone, "tag", "-a", "v1", "-m", "v1")
        git(clone, "tag", "light")
        self.assertEqual(self.commit_in(clone), self.commit[:12])
        (clone / "README.md").write_text("changed", encoding="utf-8")
        self.assertEqual(self.commit_in(clone), self.commit[:12] + "-dirty")
        # Sources of neither kind, and a checkout that git refuses to read.
        (clone / ".git" / "HEAD").write_text("", encoding="utf-8")
        self.assertEqual(self.commit_in(clone), "unknown")
        shutil.rmtree(clone / ".git")
        self.assertEqual(self.commit_in(clone), "unknown")

    def test_an_archive_makes_no_archive(self) -> None:
        for folder, words in ((self.unpacked, ["dist"]), (self.clone, ["dist", "--preset", "cuda"])):
            said = call(folder, "./bootstrap", *words, code=2)
            self.assertEqual((said.stdout, said.stderr.count("\n")), ("", 1))
            self.assertIn("bootstrap: dist: found ", said.stderr)

    def test_one_version_is_named_everywhere(self) -> None:
        self.assertIn(f"\nversion: {self.version}\n", (SOURCES / "CITATION.cff").read_text(encoding="utf-8"))
        date = re.search(r"(?m)^date-released: (\S+)$", (SOURCES / "CITATION.cff").read_text(encoding="utf-8"))[1]
        changes = re.findall(r"(?m)^## \[(.*)$", (SOURCES / "CHANGELOG.md").read_text(encoding="utf-8"))
        self.assertEqual(changes[:2], ["Unreleased]", f"{self.version}] - {date}"])


if __name__ == "__main__":
    SOURCES, CMAKE = Path(sys.argv[1]).resolve(), sys.argv[2]
    if shutil.which("git") is None or not (SOURCES / ".git").exists():
        print("skipped: these sources are no checkout of git, or there is no git")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
