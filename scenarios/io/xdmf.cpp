#include "scenarios/io/xdmf.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

struct Column {
  const char* name;     // of the data set in /plethos/points
  const char* type;     // XDMF's name
  unsigned components;  // per row
};

/// Writes the rows of one frame of a column as XDMF selects them: first row and column, stride, number of rows and columns.
void write_selection(std::ostream& out, const Column& column, const TrajectoryFrame& frame, std::uint64_t rows, const std::string& file) {
  const std::string dimensions = column.components == 1 ? "" : " " + std::to_string(column.components);
  const bool flat = column.components == 1;
  out << "<DataItem ItemType=\"HyperSlab\" Dimensions=\"" << frame.count << dimensions << "\"><DataItem Dimensions=\"3 " << (flat ? 1 : 2)
      << "\" Format=\"XML\">" << frame.first << (flat ? " 1 " : " 0 1 1 ") << frame.count << dimensions
      << "</DataItem><DataItem Dimensions=\"" << rows << dimensions << "\" NumberType=\"" << column.type
      << "\" Precision=\"4\" Format=\"HDF\">" << file << ":/plethos/points/" << column.name << "</DataItem></DataItem>";
}

}  // namespace

std::string xdmf_path(const std::string& path) {
  std::filesystem::path result(path);
  if (result.extension() == ".h5" || result.extension() == ".hdf5") return result.replace_extension(".xmf").string();
  return path + ".xmf";
}

void write_xdmf(const std::string& path, std::span<const TrajectoryFrame> frames, double frames_per_second, std::uint64_t rows) {
  const std::string name = xdmf_path(path);
  OutputFile output(name, OutputKind::description);
  const std::string file = escaped(std::filesystem::path(path).filename().string());
  errno = 0;
  std::ofstream out(output.temporary(), std::ios::trunc);
  out << "<?xml version=\"1.0\" ?>\n<!-- " << software_mark << " -->\n<Xdmf Version=\"2.0\"><Domain>\n"
      << "<Grid Name=\"trajectory\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  char time[32];
  for (const TrajectoryFrame& frame : frames) {
    std::snprintf(time, sizeof time, "%.9g", frame.frame / frames_per_second);
    out << "<Grid Name=\"frame " << frame.frame << "\" GridType=\"Uniform\"><Time Value=\"" << time << "\"/>"
        << "<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"" << frame.count << "\" NodesPerElement=\"1\"/>\n"
        << "<Geometry GeometryType=\"XY\">";
    write_selection(out, {"position", "Float", 2}, frame, rows, file);
    out << "</Geometry>\n<Attribute Name=\"id\" AttributeType=\"Scalar\" Center=\"Node\">";
    write_selection(out, {"id", "UInt", 1}, frame, rows, file);
    out << "</Attribute>\n<Attribute Name=\"group\" AttributeType=\"Scalar\" Center=\"Node\">";
    write_selection(out, {"group", "Int", 1}, frame, rows, file);
    out << "</Attribute></Grid>\n";
  }
  out << "</Grid></Domain></Xdmf>\n";
  out.close();
  if (!out) throw MachineError(name + ": " + (errno == 0 ? "cannot be written" : std::strerror(errno)));
  output.keep();
}

}  // namespace plethos::scenarios
