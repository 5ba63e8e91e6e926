import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { classifyDatabaseError } from '#server/db/dialect.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { privateKey } from '#server/secrets/keyFile.ts'

const CAPTCHA_LIFETIME_MS = 5 * 60_000

interface StoredCaptcha {
  value: string
  expireTime: number
}
/** Captchas kept in memory while the disk is full: an administrator has to sign in to free space. */
const captchasInMemory = perServer(() => new Map<string, StoredCaptcha>())
const MAX_IN_MEMORY = 1000

/** Draws a captcha and stores the hash of its text for five minutes. The image is a data URL. */
export async function issueCaptcha(deps: ServerDeps, imageSize: ParsedOf<'account.captcha'>) {
  // Loads the font and sharp on demand: they take a fifth of the server's start time.
  const { generateCaptchaText, drawCaptcha } = await import('./captchaImage.ts')
  const text = generateCaptchaText(imageSize.length)
  const image = await drawCaptcha(text, imageSize)
  const codeKey = await saveCaptcha(deps, text)
  return { codeKey, base64Image: `data:image/png;base64,${image.toString('base64')}` }
}

/** Creates a captcha with its solution, for the second step of a sign-in that has already solved one. */
export async function createSolvedCaptcha(deps: ServerDeps): Promise<{ imageCodeKey: string; imageCodeValue: string }> {
  const imageCodeValue = randomBytes(8).toString('hex')
  return { imageCodeKey: await saveCaptcha(deps, imageCodeValue), imageCodeValue }
}

async function saveCaptcha(deps: ServerDeps, text: string): Promise<string> {
  const { db, clock } = deps
  const now = clock.now().getTime()
  const codeKey = randomUUID()
  const kept = { value: await hashCaptcha(deps, codeKey, text), expireTime: now + CAPTCHA_LIFETIME_MS }
  try {
    await db.deleteFrom('captcha').where('expireTime', '<=', now).execute()
    await db
      .insertInto('captcha')
      .values({ codeKey, ...kept })
      .execute()
  } catch (error) {
    if (classifyDatabaseError(error) !== 'full') throw error
    saveInMemory(deps, codeKey, kept)
  }
  return codeKey
}

function saveInMemory(deps: ServerDeps, codeKey: string, storedCaptcha: StoredCaptcha): void {
  const inMemory = captchasInMemory(deps)
  const now = deps.clock.now().getTime()
  for (const [key, { expireTime }] of inMemory)
    if (expireTime <= now || inMemory.size >= MAX_IN_MEMORY) inMemory.delete(key)
  inMemory.set(codeKey, storedCaptcha)
}

/** Reads and removes a captcha, so that it can be used only once. */
async function deleteCaptcha(deps: ServerDeps, codeKey: string): Promise<StoredCaptcha | undefined> {
  const here = captchasInMemory(deps).get(codeKey)
  if (here) captchasInMemory(deps).delete(codeKey)
  const row = deps.db.deleteFrom('captcha').where('codeKey', '=', codeKey).returning(['value', 'expireTime'])
  return here ?? row.executeTakeFirst()
}

/** Whether the text solves the captcha, ignoring case. The captcha is used up in any case. */
export async function consumeCaptcha(deps: ServerDeps, codeKey: string, text: string): Promise<boolean> {
  const row = await deleteCaptcha(deps, codeKey)
  if (!row || row.expireTime <= deps.clock.now().getTime()) return false
  const givenHash = await hashCaptcha(deps, codeKey, text.trim())
  return row.value.length === givenHash.length && timingSafeEqual(Buffer.from(row.value), Buffer.from(givenHash))
}

/** The key is not in the database; without it so short a text could be found by trying all. */
async function hashCaptcha(deps: ServerDeps, codeKey: string, text: string): Promise<string> {
  return captchaHash(await privateKey(deps), codeKey, text)
}

export const captchaHash = (key: string, codeKey: string, text: string): string =>
  createHmac('sha256', key).update(`captcha ${codeKey} ${text.toUpperCase()}`).digest('hex')
