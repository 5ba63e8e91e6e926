import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { existsSync } from 'node:fs'
import { workerUrls } from './scripts/build/workerUrls.ts'

/** Packages that stay packages: native ones, and those that read files of their own at run time. */
const KEPT = ['keytar', '@node-rs/argon2', 'svg-captcha', '@fastify/swagger-ui', '@fastify/static']
const kept = KEPT.map((name) => new RegExp(`^${name}(/|$)`))

const entries = {
  index: 'src/main/electron/index.ts',
  server: 'src/server/start.ts',
  browserHost: 'src/main/browserHost/index.ts',
}
const present = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)))

export default defineConfig({
  main: {
    plugins: [workerUrls()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: present,
        external: kept,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
    plugins: [react(), { name: 'sitecraft:root-base', config: () => ({ base: '/' }) }],
    build: {
      minify: 'oxc',
      cssMinify: true,
      // Inlined files would need more of the CSP than 'self' and data: images.
      assetsInlineLimit: (file) => /\.(png|svg|gif|jpe?g|webp)$/.test(file) && undefined,
      chunkSizeWarningLimit: 5000,
    },
  },
})
