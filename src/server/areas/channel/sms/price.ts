import { smsCount, smsText, smsValue } from '#shared/domain/smsText.ts'

/** In one yuan. */
export const PRICE_UNITS = 10_000

interface Content {
  templateContent: string
  signName: string
  params: readonly { name: string; value: string }[]
}

/** Segments of the message at all its recipients together: each one's name is counted as it stands in his text. */
export function segmentsOf(content: Content, recipients: readonly { name: string }[]): number {
  const ofNames = new Map<string, number>()
  let all = 0
  for (const { name } of recipients) {
    const known = ofNames.get(name)
    const count = known ?? smsCount(textFor(content, name))
    if (known === undefined) ofNames.set(name, count)
    all += count
  }
  return all
}

const textFor = ({ templateContent, signName, params }: Content, name: string): string =>
  smsText(templateContent, signName, Object.fromEntries(params.map((each) => [each.name, smsValue(each.value, name)])))
