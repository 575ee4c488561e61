include(PlethosFindHeaders)
plethos_find_headers(tomlplusplus toml++/toml.h)
