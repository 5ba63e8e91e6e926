import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { UpdateSource } from '#services/updates/feed.ts'

const source = z.object({ url: z.union([z.literal(''), z.url().endsWith('/')]), publicKey: z.string() })

/** The update source of this installation. @param file updates.json, which `npm run release` packs with the program */
export function readUpdateSource(file: string): UpdateSource {
  try {
    return source.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { url: '', publicKey: '' }
  }
}
