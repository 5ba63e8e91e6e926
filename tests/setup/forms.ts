import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { OperationName, ParsedOf } from '#shared/contract/registry.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { controlsOf, type Values } from './formControls.ts'
import { aHost, renderUi } from './renderUi.tsx'

/** The form on the screen that was opened last. */
const findForm = (selector: string): Promise<HTMLElement> =>
  waitFor(() => requireValue([...document.querySelectorAll<HTMLElement>(selector)].at(-1), `${selector} on the screen`))

/** Waits for what a form does at once, and draws no page for its error. */
const soon = <T>(check: () => T): Promise<T> => waitFor(check, { timeout: 5000, onTimeout: (error) => error })
const missing = (given: Values, done: Values): string =>
  `controls ${Object.keys(given)
    .filter((label) => !(label in done))
    .join()} beside ${Object.keys(done).join()}`

/**
 * Puts a value into every control of the form, also into those that come up meanwhile: the given one, or one that no
 * other control has (a text field gets its own label). Lists and pairs of switches need a given one.
 */
async function fillForm(form: HTMLElement, given: Values = {}): Promise<Values> {
  const done: Record<string, Values[string]> = {}
  for (;;) {
    const next = () => controlsOf(form).find(({ label }) => !(label in done))
    // Some load their code or their choices first.
    const control =
      next() ??
      (Object.keys(given).some((label) => !(label in done))
        ? await soon(() => requireValue(next(), missing(given, done)))
        : undefined)
    if (!control) return done
    const { label } = control
    const value = given[label] ?? control.distinct(Object.keys(done).length + 1)
    done[label] = value
    await control.put(value)
  }
}

/** What the controls of the form show, by their labels. */
const shownIn = (form: HTMLElement): Values =>
  Object.fromEntries(controlsOf(form, true).map(({ label, shown }) => [label, shown()]))

interface FormRow<N extends OperationName> {
  /** Its file, below src/renderer. */
  form: string
  /** When a form has several rows. */
  title?: string
  ui: ReactNode
  /** Answers that the form needs before it is saved. */
  host?: (host: FakeBridge) => FakeBridge
  /** The button that opens the form, when `ui` is the screen around it. */
  press?: string
  /** What every control shows when the form is opened. */
  shows?: Values
  /** The form is filled before it is sent; with these values where a control can't have any text. */
  fill?: Values
  /** Works the controls that no helper knows: pickers and lists of their own. */
  also?: (form: HTMLElement) => Promise<void> | void
  /** The button that sends it, for a dialog without a `form` element. */
  submit?: string
  operation: N
  /** The whole input of the call. */
  sends: ParsedOf<N>
}

/** Why the form was not sent. */
const refusals = (): string =>
  [...document.querySelectorAll('.fui-Field__validationMessage, [role="alert"]')]
    .map((each) => each.textContent)
    .join('; ')

async function callsOf<N extends OperationName>(row: FormRow<N>): Promise<ParsedOf<N>[]> {
  const host = row.host?.(aHost()) ?? aHost()
  renderUi(row.ui, { host })
  if (row.press) fireEvent.click(await screen.findByRole('button', { name: row.press, hidden: true }))
  const form = await findForm(row.submit === undefined ? 'form' : '[role="dialog"]')
  if (row.shows) await soon(() => expect(shownIn(form)).toEqual(row.shows))
  if (row.fill) await fillForm(form, row.fill)
  await row.also?.(form)
  if (row.submit === undefined) fireEvent.submit(form)
  else fireEvent.click(screen.getByRole('button', { name: row.submit, hidden: true }))
  await soon(() => expect(host.inputsOf(row.operation), `${row.operation} is called; ${refusals()}`).toHaveLength(1))
  return host.inputsOf(row.operation)
}

/** One row of a table of forms: what the form shows and sends as a whole. */
export const sendsWhatItShows = <N extends OperationName>(row: FormRow<N>): void =>
  it(`${row.form.replace(/^.*\//, '')} sends what it shows${row.title ? `: ${row.title}` : ''}`, async () => {
    expect(await callsOf(row)).toEqual([row.sends])
  })
