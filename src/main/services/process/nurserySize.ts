import { setFlagsFromString } from 'node:v8'

// Limits V8's semi-space (for new objects) to 1 MB. V8 would grow it to 32 MB during a start or a folder read and never
// shrink it. These processes are mostly idle, and their bulk data (file contents) is outside the heap.
setFlagsFromString('--semi-space-growth-factor=1')
