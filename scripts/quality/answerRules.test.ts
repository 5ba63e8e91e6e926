import { describe, expect, it } from 'vitest'
import { answerProblems } from './answerRules.ts'
import { exitProblems } from './exitRules.ts'
import { readSource } from './source.ts'

const found = (body: string) =>
  answerProblems(readSource('src/renderer/a.ts', `const confirm = useConfirm()\nconst choose = useChoice()\n${body}`))
const inAsync = (body: string): string => `const run = async () => { ${body} }`

describe('the answer of a question', () => {
  it.each([
    // What once sent paid messages: cancel meant “only those that failed”.
    'const all = await confirm(q); if (all || failed > 0) resend({ all })',
    'const all = await confirm(q); resend({ all })',
    'resend({ all: await confirm(q) })',
    'if (await confirm(q)) sendAll(); else sendFailed()',
    'if (!(await confirm(q))) { setText(""); return } send()',
    'if (!(await confirm(q))) close(); send()',
    'if (!(await confirm(q)) && failed > 0) return; send()',
    'if (await confirm(q)) send(); close()',
    'if (await confirm(q)) { send(); return } close()',
    'await confirm(q); send()',
    '(await confirm(q)) ? sendAll() : sendFailed()',
    '(await confirm(q)) || send()',
    'const answer = await choose(q); send(answer === "confirm")',
    'const answer = await choose(q); if (answer === "alternative") sendFailed(); else sendAll()',
    'const answer = await choose(q); if (answer !== "confirm") sendFailed()',
    'const answer = await choose(q); if (answer === null) close()',
    'try { if (await confirm(q)) send() } finally { close() }',
    'try { if (!(await confirm(q))) throw new Error() } catch { close() }',
    'const answers = await Promise.all([confirm(q), confirm(q)])',
  ])('leads to nothing without a yes: %s', (body) => {
    expect(found(inAsync(body))).not.toEqual([])
  })

  it.each([
    'const run = () => void confirm(q).then((agreed) => (agreed ? sendAll() : sendFailed()))',
    'const run = () => void confirm(q).then((agreed) => !agreed && sendFailed())',
    'const run = () => void confirm(q).then(() => send())',
    'const run = () => void confirm(q).finally(() => send())',
    'const agree = () => confirm(q)\nconst run = async () => { if (!(await agree())) close() }',
    'const run = async () => { const agree = () => confirm(q); await agree(); send() }',
  ])('is followed into functions: %s', (text) => {
    expect(found(text)).not.toEqual([])
  })

  it.each([
    'if (await confirm(q)) send()',
    'if (!(await confirm(q))) return; send()',
    'if (!(await confirm(q))) return { code: 0 }; send()',
    'if (isOwn || (await confirm(q))) takeOver()',
    'if (busy || !(await confirm(q))) return; send()',
    'for (const row of rows) { if (!(await confirm(q))) continue; send(row) }',
    'const agreed = await confirm(q); if (agreed) send()',
    'const agreed = await confirm(q); if (!agreed) return; send({ agreed })',
    'const answer = await choose(q); if (answer) send(answer === "confirm")',
    'const answer = await choose(q); if (answer === null) return; send(answer)',
    'const answer = failed > 0 ? await choose(q) : (await confirm(q)) && "confirm"; if (answer) send(answer)',
    'return (await confirm(q)) ? save() : null',
    'void confirm(q).then((agreed) => agreed && send())',
  ])('may be: %s', (body) => {
    expect(found(inAsync(body))).toEqual([])
  })

  it('is followed where a function gets the question handed over', () => {
    const form = 'interface Form { ask: (question: ConfirmOptions) => Promise<boolean> }\n'
    const imported = "import type { ConfirmOptions } from '#renderer/ui/dialogs/useConfirm.ts'\n"
    const check = (body: string) =>
      answerProblems(readSource('src/renderer/a.ts', `${imported}${form}const run = async (form: Form) => { ${body} }`))
    expect(check('if (await form.ask(q)) save()')).toEqual([])
    expect(check('await form.ask(q); save()')).toMatchObject([{ line: 3 }])
  })

  it('is followed from the questions themselves', () => {
    const imported = "import { ask } from '#renderer/data/questions.ts'\n"
    const check = (body: string) => answerProblems(readSource('src/renderer/a.ts', `${imported}${inAsync(body)}`))
    expect(check('await ask(q)')).toEqual([])
    expect(check('await ask(q); send()')).not.toEqual([])
  })
})

const write =
  "const { mutate } = useWrite('a.b')\nconst save = useWrite('a.c')\nconst stop = useWrite('uploads.cancel')\n"
const exits = (text: string) => exitProblems(readSource('src/renderer/a.tsx', write + text))

describe('leaving a dialog', () => {
  it.each([
    'const a = <FormDialog onClose={() => mutate({})} />',
    'const a = <FormDialog onClose={() => { save.mutate({}); close() }} />',
    'const close = () => save.mutateAsync({})\nconst a = <FormDialog onClose={close} />',
    'const close = () => save.mutate({})\nconst a = <Button onClick={() => void close()}>取消</Button>',
    'const a = <Button appearance="primary" onClick={() => save.mutate({})}>\n  返回\n</Button>',
  ])('writes nothing: %s', (text) => {
    expect(exits(text)).toHaveLength(1)
  })

  it.each([
    'const a = <FormDialog onClose={onClose} />',
    'const a = <Button onClick={() => save.mutate({})}>保存</Button>',
    'const a = <PanelDialog onClose={() => stop.mutate({})} />',
  ])('may be: %s', (text) => {
    expect(exits(text)).toEqual([])
  })
})
