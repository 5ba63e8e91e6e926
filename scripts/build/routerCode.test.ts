import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, expect, it } from 'vitest'
import { ROOT } from '../start/root.ts'
import { routerCode } from './routerCode.ts'

interface Router {
  on(method: string, path: string, options: object, handler: () => void, store: string): void
  find(method: string, path: string, constraints?: object): { params: object; store: string } | null
}
type MakeRouter = (options?: object) => Router

let dir = ''
afterEach(() => rm(dir, { recursive: true, force: true }))

const ROUTES = [
  '/',
  '/site/list',
  '/site/lists',
  '/site/findById',
  '/site/:id',
  '/site/:id/copy',
  '/site/:id/files/:name.:ext',
  '/content/updateStatus',
  '/content/update',
  '/a-path-that-is-longer-than-sixteen/x',
  '/a-path-that-is-longer-than-sixteen/y',
  '/files/*',
]
const PATHS = [
  ...ROUTES,
  '/site',
  '/site/',
  '/site/lis',
  '/site/7/copy',
  '/site/7/files/a.b.html',
  '/content/updat',
  '/content/updateS',
  '/files/a/b',
  '/nothing',
]

it('the router finds the same as the library’s own', async () => {
  // Inside the repository, or its files would find no packages.
  const above = join(ROOT, 'node_modules/.cache')
  await mkdir(above, { recursive: true })
  dir = await mkdtemp(join(above, 'router-'))
  await writeFile(join(dir, 'main.mjs'), `import make from 'find-my-way'; export { make }`)
  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    plugins: [routerCode()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(dir, 'out'),
      rolldownOptions: { input: join(dir, 'main.mjs'), output: { entryFileNames: 'main.mjs' } },
    },
  })
  const { make } = (await import(join(dir, 'out/main.mjs'))) as { make: MakeRouter }
  const own = createRequire(import.meta.url)('find-my-way') as MakeRouter
  const found = (makeRouter: MakeRouter) => {
    const router = makeRouter()
    for (const path of ROUTES) router.on('GET', path, {}, () => undefined, path)
    const plain = PATHS.map((path) => router.find('GET', path))
    router.on('GET', '/versions', { constraints: { version: '1.2.0' } }, () => undefined, 'versions')
    const constrained = [...PATHS, '/versions'].flatMap((path) => [
      router.find('GET', path, { version: '1.x' }),
      router.find('GET', path, {}),
    ])
    return [...plain, ...constrained].map((each) => each && { store: each.store, params: { ...each.params } })
  }
  expect(found(make)).toEqual(found(own))
})
