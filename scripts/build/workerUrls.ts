import { dirname, posix, resolve } from 'node:path'
import type { Plugin } from 'vite'

const WORKER_URL = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+\.worker\.ts)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g
const PLACEHOLDER = /__worker_url_([\w$-]+)__/g

/**
 * Makes every `new URL('./x.worker.ts', import.meta.url)` of the Node side a bundle entry and points the URL to it, so
 * that the same line works from source and from the bundle.
 */
export function workerUrls(): Plugin {
  return {
    name: 'sitecraft:worker-urls',
    apply: 'build',
    transform(code, id) {
      if (!code.includes('.worker.ts')) return null
      const replaced = code.replace(WORKER_URL, (_match, _quote, path: string) => {
        const file = this.emitFile({ type: 'chunk', id: resolve(dirname(id), path) })
        return `new URL('__worker_url_${file}__', import.meta.url)`
      })
      return replaced === code ? null : { code: replaced, map: null }
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('__worker_url_')) return null
      const relative = (file: string): string => posix.relative(posix.dirname(fileName), this.getFileName(file))
      return { code: code.replace(PLACEHOLDER, (_match, file: string) => `./${relative(file)}`), map: null }
    },
  }
}
