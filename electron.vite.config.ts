import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { join } from 'node:path'
import { codeCache } from './scripts/build/codeCache.ts'
import { emptyDatabase } from './scripts/build/emptyDatabase.ts'
import { firstScript } from './scripts/build/firstScript.ts'
import { iconModules } from './scripts/build/iconModules.ts'
import { nodeHttp } from './scripts/build/nodeHttp.ts'
import { inlineOperationFacts } from './scripts/build/operationFacts.ts'
import { partList } from './scripts/build/partList.ts'
import { parts } from './scripts/build/parts.ts'
import { workerUrls } from './scripts/build/workerUrls.ts'

/** The notices of everything bundled, beside the bundle. */
const license = { fileName: 'LICENSES.txt' }

const entries = {
  index: 'src/main/electron/entry.ts',
  server: 'src/server/entry.ts',
  browserHost: 'src/main/browserHost/entry.ts',
  cli: 'src/cli/index.ts',
}

/** zod compiles its parsers with `new Function`, which the page's policy forbids; this tells it before its first schema. */
const withoutEval = ({ moduleIds }: { moduleIds: readonly string[] }): string =>
  moduleIds.some((id) => id.includes('/node_modules/zod/')) ? 'globalThis.__zod_globalConfig={jitless:true};' : ''

/**
 * What every first screen needs is one file, what twenty screens or more share another. Left to itself the bundler makes a
 * file for each set of screens that share something, 87 for the home page.
 */
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  // Of the choice of a server, which does without all the others.
  {
    name: 'first',
    test: /atoms[\\/]svg[\\/](arrow-left|chevron-right|desktop|globe-desktop|delete|edit)\.js$/,
    priority: 3,
  },
  // Of the sign-in, which does without all the rest of `icons` and `forms`.
  {
    name: 'signIn',
    test: /atoms[\\/]svg[\\/](eye|eye-off|person|key|shield-keyhole)\.js$|react-field[\\/]|dialogs[\\/]useSaveLock/,
    priority: 3,
  },
  { name: 'icons', test: /react-icons[\\/]lib[\\/]atoms/, minShareCount: 2, priority: 2 },
  {
    name: 'forms',
    test: /zod|hook-?form|src[\\/]shared|ui[\\/](form|dialogs|fields[\\/](Text|Field|form))/,
    minShareCount: 20,
    priority: 2,
  },
  { name: 'common', minShareCount: 20, priority: 1 },
]

export default defineConfig({
  main: {
    plugins: [workerUrls(), nodeHttp(), emptyDatabase(import.meta.dirname), codeCache(import.meta.dirname), parts()],
    build: {
      // `dependencies` stay packages: native ones and those that read files of their own. All others are bundled and
      // stand in devDependencies, so that the installers carry each thing once.
      externalizeDeps: { include: ['keytar'] },
      license,
      rolldownOptions: {
        input: entries,
        // ssh2 tries these native parts and does without them.
        external: ['cpu-features', /sshcrypto\.node$/],
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Read and checked at each start; the licences' own stand in LICENSES.txt.
          comments: false,
          // A file of its own runs before those that fill the heap.
          codeSplitting: { groups: [{ name: 'nurserySize', test: /nurserySize/ }] },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { bridge: 'src/preload/bridge.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    // The pages stand at deep addresses (history routing), so their files are named from the root.
    plugins: [
      react(),
      iconModules(import.meta.dirname),
      inlineOperationFacts(import.meta.dirname),
      parts(),
      partList(import.meta.dirname),
      firstScript(),
      { name: 'sitecraft:root-base', config: () => ({ base: '/' }) },
    ],
    // The manifest and its icons, which keep their names.
    publicDir: join(import.meta.dirname, 'resources/web'),
    build: {
      license,
      minify: 'oxc',
      cssMinify: true,
      // Inlined files would need more of the CSP than 'self' and data: images.
      assetsInlineLimit: (file) => /\.(png|svg|gif|jpe?g|webp)$/.test(file) && undefined,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        // Schemas that a file makes and nobody on the screen uses are left out.
        treeshake: { manualPureFunctions: ['z'] },
        output: { comments: false, intro: withoutEval, codeSplitting: { groups: CHUNKS } },
      },
    },
  },
})
