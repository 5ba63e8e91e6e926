import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Violations of serious or critical impact, one line each. Waits until the toasts are gone: while one is there, Fluent's
 * focus dummies around it count as hidden elements that take the focus.
 */
export async function violations(page: Page): Promise<string[]> {
  await expect(page.locator('.fui-Toast')).toHaveCount(0, { timeout: 15_000 })
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
