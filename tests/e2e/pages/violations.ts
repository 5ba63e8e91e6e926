import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Longer than a transition or an answer takes; a screen that is looked at while it loads stays busy. */
const REST_MS = 5000

/** Until nothing moves, fades, or is pale because its successor is on its way: colours between two states are no one's. */
const atRest = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          () =>
            !document.querySelector('[aria-busy="true"]') &&
            document
              .getAnimations()
              .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
        ),
      { timeout: REST_MS },
    )
    .toBe(true)
    .catch(() => undefined)

/**
 * Violations of serious or critical impact, one line each. Waits until the toasts are gone: while one is there, Fluent's
 * focus dummies around it count as hidden elements that take the focus.
 */
export async function violations(page: Page): Promise<string[]> {
  await expect(page.locator('.fui-Toast')).toHaveCount(0, { timeout: 15_000 })
  await atRest(page)
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
