import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { cycloneDx, licenseText, shippedParts } from '../release/components.ts'

/** Name of the list in the folder of the bundles, which the program shows and releases include. */
export const PART_LIST = 'parts.cdx.json'

/** Writes the list of all parts with their licence texts after the last bundle. */
export function partList(root: string): Plugin {
  return {
    name: 'sitecraft:part-list',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const out = dirname(dir)
      // A build of one bundle alone has no list.
      if (!existsSync(join(out, 'main', 'parts.json'))) return
      const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        name: string
        version: string
      }
      const parts = await shippedParts(root, out)
      const withTexts = await Promise.all(parts.map(async (part) => ({ ...part, text: await licenseText(root, part) })))
      await writeFile(join(out, PART_LIST), cycloneDx({ name, version }, withTexts, new Date()))
    },
  }
}
