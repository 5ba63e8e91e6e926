// `npm run server -- [token] [--port N] [--data DIR] [--host ADDRESS]`: runs only the CMS server, from its sources.
await import('#server/start.ts')
export {}
