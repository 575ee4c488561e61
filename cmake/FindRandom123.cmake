include(PlethosFindHeaders)
plethos_find_headers(Random123 Random123/philox.h)
