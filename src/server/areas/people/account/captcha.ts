import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import svgCaptcha from 'svg-captcha'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { Database } from '#server/db/schema.ts'

const CAPTCHA_MS = 5 * 60_000

/** Draws a captcha and keeps its text for five minutes. The image is a data URL. */
export async function issueCaptcha(db: Kysely<Database>, look: ParsedOf<'account.captcha'>, now: Date) {
  const { text, data } = svgCaptcha.create({
    size: look.length,
    width: look.width,
    height: look.height,
    fontSize: Math.round(look.height * 1.4),
    noise: 2,
    color: true,
    ignoreChars: '0oO1iIlL',
  })
  const codeKey = randomUUID()
  await db.deleteFrom('captcha').where('expireTime', '<=', now.getTime()).execute()
  await db
    .insertInto('captcha')
    .values({ codeKey, value: text.toLowerCase(), expireTime: now.getTime() + CAPTCHA_MS })
    .execute()
  return { codeKey, base64Image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Is the text that of the captcha? Either way it is used up. Upper and lower case are alike. */
export async function spendCaptcha(db: Kysely<Database>, codeKey: string, text: string, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('captcha')
    .where('codeKey', '=', codeKey)
    .returning(['value', 'expireTime'])
    .executeTakeFirst()
  return row !== undefined && row.expireTime > now.getTime() && row.value === text.trim().toLowerCase()
}
