#include "scenarios/io/ownership.hpp"

#include <string>
#include <vector>

#include "scenarios/io/hdf5_writing.hpp"
#include "scenarios/render/render.hpp"
#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

constexpr OutputKind all_kinds[] = {OutputKind::trajectory, OutputKind::description, OutputKind::paths, OutputKind::checkpoint,
                                    OutputKind::json,       OutputKind::picture,     OutputKind::page,  OutputKind::table,
                                    OutputKind::appendix,   OutputKind::map};

/// Checks that a file is of this kind alone.
void check_kind(const std::string& path, OutputKind expected) {
  CAPTURE(path);
  for (const OutputKind kind : all_kinds) CHECK(is_own(path, kind) == (kind == expected));
}

void check_foreign(const std::string& path) {
  CAPTURE(path);
  for (const OutputKind kind : all_kinds) CHECK(!is_own(path, kind));
}

/// Returns a box of an MP4 file.
std::string box(const std::string& name, const std::string& content) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((content.size() + 8) >> shift & 0xff);
  return bytes + name + content;
}

/// Makes an HDF5 file with groups, and text attributes of the root.
void write_hdf5(const std::string& path, const std::vector<const char*>& groups, const Attributes& attributes) {
  const hdf5::File file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  for (const char* const name : groups) hdf5::Group(H5Gcreate2(file.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  for (const auto& [name, value] : attributes) REQUIRE(write_text(file.get(), name, value));
}

}  // namespace

TEST_CASE("files of ours are known from those of others") {
  const TemporaryFolder folder;
  const std::string run = folder.path("run.h5");
  {
    TrajectoryWriter writer(run, scene(2), 10, {});
    recorded::append(writer, 1, 2);
    CHECK(is_own(run, OutputKind::trajectory));
  }
  render(TrajectoryReader(run), folder.path("run.png"), {.width = 64});
  check_kind(run, OutputKind::trajectory);
  check_kind(folder.path("run.xmf"), OutputKind::description);
  check_kind(folder.path("run.png"), OutputKind::picture);
  folder.write("page.html", "<!DOCTYPE html>\n<head>\n<meta name=\"generator\" content=\"plethos\"/>\n");
  check_kind(folder.path("page.html"), OutputKind::page);
  folder.write("p3.csv", "problem,application,platform,fom,app eff,arch eff\n\"circle\",\"cuda\",\"A\",1.0,1.0,\n");
  check_kind(folder.path("p3.csv"), OutputKind::table);
  folder.write("appendix.md", "<!-- Software: plethos -->\n# Artifact appendix\n");
  check_kind(folder.path("appendix.md"), OutputKind::appendix);
  folder.write("run.json", "{\n  \"schema\": \"plethos-run\", \"steps\": ");
  check_kind(folder.path("run.json"), OutputKind::json);
  const std::string tags = box("udta", box("meta", std::string("comment").append(software_mark)));
  folder.write("film.mp4", box("ftyp", "isom") + box("free", "") + box("moov", box("mvhd", "head") + tags) + box("mdat", "pictures"));
  check_kind(folder.path("film.mp4"), OutputKind::picture);
  // A damaged file may belong to anybody.
  fs::resize_file(run, 600);
  check_foreign(run);
}

TEST_CASE("a name, or a mark in another place, makes no file ours") {
  const TemporaryFolder folder;
  check_foreign(folder.path("missing"));
  check_foreign(folder.path(""));
  for (const std::string& text :
       {std::string("Software: plethos"), std::string("notes on <meta name=\"generator\" content=\"plethos\"/>"),
        std::string("{\"header\": {\"other\": 1, \"plethos\": \"0.1\"}}"), std::string("{\"schema\": \"other\", \"of\": \"plethos\"}"),
        std::string("<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\"><Domain>\n<Grid Name=\"trajectory\" GridType=\"Collection\" "
                    "CollectionType=\"Temporal\">\n<Grid Name=\"of another\"/>\n"),
        "\x89PNG\r\n\x1a\n" + std::string(25, 'x') + "xxxxtEXtTitle: Software: plethos",
        box("ftyp", "isom") + box("mdat", software_mark) + box("moov", box("udta", "of another")),
        box("ftyp", "isom") + box("moov", box("mvhd", software_mark)), std::string("type octile\nheight 1\nwidth 1\nmap\n.\n")}) {
    folder.write("file", text);
    CAPTURE(text);
    check_foreign(folder.path("file"));
  }
  // What ours have beside their marks, in files of others.
  const std::string other = folder.path("other.h5");
  for (const char* const name : {"plethos", "ways", "progress", "trajectory"}) {
    write_hdf5(other, {name}, {{"format", "of another"}, {"wkt_geometry", "POLYGON EMPTY"}});
    check_foreign(other);
  }
}

TEST_CASE("files of earlier versions, which had fewer marks, are known") {
  const TemporaryFolder folder;
  const std::string old = folder.path("old.h5");
  write_hdf5(old,
             {"trajectory", "plethos", "plethos/frames", "plethos/radius", "plethos/group", "plethos/points", "plethos/points/position",
              "plethos/points/id", "plethos/points/group"},
             {{"wkt_geometry", "POLYGON EMPTY"}});
  check_kind(old, OutputKind::trajectory);
  write_hdf5(old, {}, {{"format", "plethos-paths 1"}});
  check_kind(old, OutputKind::paths);
  write_hdf5(old, {}, {{"plethos_checkpoint", "1"}});
  check_kind(old, OutputKind::checkpoint);
  folder.write("old.json", "{\n  \"header\": {\n    \"plethos\": \"0.1.0 (unknown)\",\n");
  check_kind(folder.path("old.json"), OutputKind::json);
  folder.write("old.json", "{\n  \"hash\": \"0123456789abcdef\",\n  \"run\": {\n");
  check_kind(folder.path("old.json"), OutputKind::json);
  const std::string head =
      "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\"><Domain>\n<Grid Name=\"trajectory\" GridType=\"Collection\" "
      "CollectionType=\"Temporal\">\n";
  for (const char* const rest : {"</Grid></Domain></Xdmf>\n", "<Grid Name=\"frame 0\">run.h5:/plethos/points/position"}) {
    folder.write("old.xmf", head + rest);
    check_kind(folder.path("old.xmf"), OutputKind::description);
  }
}
