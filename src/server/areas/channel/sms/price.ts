import { smsCount, smsText, smsValue } from '#shared/domain/smsText.ts'

/** Price units per yuan. */
export const PRICE_UNITS = 10_000

interface Content {
  templateContent: string
  signName: string
  params: readonly { name: string; value: string }[]
}

/**
 * Total number of SMS segments for all recipients. Texts can contain the recipient's name, so counts are cached per
 * name.
 */
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
