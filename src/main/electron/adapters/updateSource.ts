import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { UpdateSource } from '#services/updates/feed.ts'

const file = z.object({ url: z.union([z.literal(''), z.url().endsWith('/')]), publicKey: z.string() })

/** Where this installation's updates come from: updates.json among its resources, which `npm run release` writes. */
export function updateSource(resources: string): UpdateSource {
  try {
    return file.parse(JSON.parse(readFileSync(join(resources, 'updates.json'), 'utf8')))
  } catch {
    return { url: '', publicKey: '' }
  }
}
