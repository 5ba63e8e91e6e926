// `npm run server -- [token] [--port N] [--data DIR] [--host ADDRESS]`: the CMS server alone, from its sources.
await import('#server/start.ts')
export {}
