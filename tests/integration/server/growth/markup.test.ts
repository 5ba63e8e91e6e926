import { describe, expect, it } from 'vitest'
import { mailSend } from '#shared/contract/siteMail.ts'
import { isBlank } from '#shared/domain/contentFields.ts'
import { findBlocks } from '#server/html/blocks.ts'
import { findLinks } from '#server/areas/site/deadLink/links.ts'
import { grows } from './grows.ts'

/** What begins tags, comments and scripts that never end. */
const ENDLESS = ['<', '<!--', '<a href="', '<img', '<script', '<script>', '<style', '<p title=']
/** Many times what a quadratic pass could do within the test. */
const LENGTH = 400_000

const READERS: Record<string, (html: string) => unknown> = {
  'is a mail empty': (html) =>
    mailSend.safeParse({ title: '标题', content: html, recipientDTOList: [{ type: 'user', id: 1 }] }),
  'is a field empty': (html) => isBlank({ fieldType: 'Editor' }, html),
  'the links of a page': findLinks,
  'scripts and comments of a page': (html) => [...findBlocks(html)],
}

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  it.each(ENDLESS)('takes at most three times as long for twice as many of %j', async (piece) => {
    const work = async (share: number): Promise<void> =>
      void read(piece.repeat(Math.floor((LENGTH * share) / piece.length)))
    expect(await grows(work)).toBeLessThanOrEqual(3)
  })
})
