import { setFlagsFromString } from 'node:v8'

// New objects get no more room than they have when the modules are loaded, in this thread and in those that it starts. V8 lets it
// grow to 64 MB per thread for what a busy second leaves behind, which then stays resident for good.
setFlagsFromString('--semi-space-growth-factor=1')
