import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, it } from 'vitest'
import type { Mail } from './compose.ts'
import { PreparedMail } from './prepare.ts'

const HTML = '<p>您好，这一行很长，' + '因此会被折行'.repeat(40) + '</p>\n<p>.点号开头</p>'
const PLAIN: Mail = {
  subject: '通知',
  body: HTML,
  html: HTML,
  text: `您好，${'长'.repeat(300)}\n.点号`,
  attachments: [],
  from: { name: '集团官网', address: 'news@example.com' },
  parts: [],
}
const picture = {
  filename: '图.png',
  content: Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 256)),
  cid: 'picture1@sitecraft',
}
const file = { filename: '附件 1.txt', content: Buffer.from('第一行\r\n.第二行'.repeat(900)) }
const second = { filename: 'b.pdf', content: Buffer.alloc(100, 7) }
const LINKS = [
  'https://cms.example/mail/unsubscribe?s=1&a=a%40example.com&k=1',
  'https://cms.example/mail/unsubscribe?s=1&a=b&k=22',
]
const PEOPLE = [
  { address: 'a@example.com', name: '' },
  { address: 'b@例子.中国', name: '李四"\r\nBcc: boss@example.com' },
] as const

/** What the library makes of the whole message in one go. */
function whole(
  mail: Mail,
  { isMass, link, at, boundary, date }: { isMass: boolean; link: string; at: number; boundary: string; date: string },
) {
  const words = link ? `请<a href="${link}">退订</a>。` : '请回复“退订”。'
  const note = `<p style="color:#888;font-size:12px">如果不想再收到这类邮件，${words}</p>`
  const textNote = link ? `\n\n退订：${link}` : '\n\n如果不想再收到这类邮件，请回复“退订”。'
  const { name = '', address = '' } = PEOPLE[at] ?? {}
  const message = new MailComposer({
    from: mail.from,
    to: { name, address: address.replace('例子.中国', 'xn--fsqu00a.xn--fiqs8s') },
    subject: mail.subject,
    messageId: `<1.${at}@here>`,
    baseBoundary: boundary,
    html: `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:14px;line-height:1.7">${mail.html}${isMass ? note : ''}</body></html>`,
    text: mail.text + (isMass ? textNote : ''),
    attachments: mail.parts.map((part) => ({ ...part })),
    headers: isMass
      ? {
          'List-Unsubscribe': `<${link || `mailto:news@example.com?subject=${encodeURIComponent('退订')}`}>`,
          ...(link && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          Precedence: 'bulk',
        }
      : {},
  }).compile()
  message.date = new Date(date)
  return message.build()
}

const headOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n') + 4)
const field = (raw: string, name: string): string[] =>
  [
    ...headOf(raw)
      .replace(/\r\n\s+/g, ' ')
      .matchAll(new RegExp(`^${name}: (.*)$`, 'gim')),
  ].map(([, value = '']) => value.trim())

describe('a message made ready for many', () => {
  it.each([
    ['text alone', PLAIN, false, false],
    ['no words at all', { ...PLAIN, text: '' }, false, false],
    ['a picture without words', { ...PLAIN, text: '', parts: [picture] }, false, false],
    ['a picture and files', { ...PLAIN, parts: [picture, file, second] }, false, false],
    ['a file and plain words', { ...PLAIN, html: '<p>hello</p>', text: 'hello', parts: [file] }, false, false],
    ['mass mail', PLAIN, true, false],
    ['mass mail with a link each, a picture and files', { ...PLAIN, parts: [picture, file, second] }, true, true],
  ])('is for each recipient what it would be made alone: %s', async (_name, mail, isMass, hasLinks) => {
    const prepared = await PreparedMail.create(mail, { isMass, hasLinks })
    const own = await Promise.all(
      PEOPLE.map((to, at) =>
        prepared.encodeFor(to, { messageId: `<1.${at}@here>`, unsubscribe: hasLinks ? (LINKS[at] ?? '') : '' }),
      ),
    )
    for (const [at, pieces] of own.entries()) {
      const raw = Buffer.concat(pieces).toString()
      const boundary = /boundary="--_NmP-([^"]+)-Part_1"/.exec(headOf(raw))?.[1] ?? ''
      const [date = ''] = field(raw, 'Date')
      const link = hasLinks ? (LINKS[at] ?? '') : ''
      const alone = await whole(mail, { isMass, link, at, boundary, date })
      expect(raw).toBe(alone.toString())
      expect(Buffer.concat(pieces).equals(alone)).toBe(true)
      expect(field(raw, 'Message-ID')).toEqual([`<1.${at}@here>`])
      expect(field(raw, 'To')).toHaveLength(1)
      expect(field(raw, 'Bcc')).toEqual([])
      expect(field(raw, 'Date')[0]).toMatch(/ \+0000$/)
      if (hasLinks) expect(field(raw, 'List-Unsubscribe')).toEqual([`<${link}>`])
    }
    const bodies = own.map((pieces) => Buffer.concat(pieces.slice(1)))
    expect(bodies[0]?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(!hasLinks)
  })
  it('holds its files once, however many it goes to', async () => {
    const content = Buffer.alloc(1_000_000, 1)
    const prepared = await PreparedMail.create(
      { ...PLAIN, parts: [{ filename: 'a.bin', content }] },
      { isMass: true, hasLinks: true },
    )
    const [one, two] = [
      await prepared.encodeFor(PEOPLE[0], { messageId: '<1@here>', unsubscribe: LINKS[0] ?? '' }),
      await prepared.encodeFor(PEOPLE[1], { messageId: '<2@here>', unsubscribe: LINKS[1] ?? '' }),
    ]
    const large = (pieces: Buffer[]) => pieces.filter(({ length }) => length > content.length)
    expect(large(one)).toHaveLength(1)
    expect(large(one)[0]).toBe(large(two)[0])
  })
})
