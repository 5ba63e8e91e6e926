// `npm run cli -- <command> [workspace] [options]`: the command line of the running program (src/cli).
await import('#cli/index.ts')
export {}
