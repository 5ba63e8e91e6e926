import { setFlagsFromString } from 'node:v8'

// New objects get 1 MB and no more. V8 lets that grow to 32 MB while a program starts or a folder is read, which then stays
// resident for good: these processes rest most of the time, and their bulk (file contents) lies outside of the heap.
setFlagsFromString('--semi-space-growth-factor=1')
