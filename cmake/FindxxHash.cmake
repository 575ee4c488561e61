include(PlethosFindHeaders)
plethos_find_headers(xxHash xxhash.h)
