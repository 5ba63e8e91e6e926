// `npm run cli -- <command> [workspace] [options]`: the command line of a program that runs (src/cli).
await import('#cli/index.ts')
export {}
