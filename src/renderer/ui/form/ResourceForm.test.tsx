import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { Saved } from './useSaveForm.ts'
import { NumberField } from '../fields/NumberField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { unsavedWork } from '../page/unsaved.ts'
import { ResourceForm } from './ResourceForm.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const schema = z.object({
  title: z.string().min(1, '请输入站点名称'),
  note: z.string(),
  sort: z.number().max(9, '排序太大'),
  version: z.number().optional(),
})
type Values = z.output<typeof schema>
const VALUES: Values = { title: '主站', note: '', sort: 1, version: 3 }

/** A record that counts its saves and refuses those that build on an older one. */
class Record3 {
  current: Values
  readonly saves: Values[] = []
  constructor(current: Values = VALUES) {
    this.current = current
  }
  readonly save = async (values: Values): Promise<Saved> => {
    this.saves.push(values)
    if (values.version !== undefined && values.version !== this.current.version) {
      throw new AppError('conflict', '站点“主站”已被修改', {
        details: {
          fact: {
            kind: 'changed',
            version: this.current.version ?? 0,
            changedBy: '王芳',
            changedAt: '2026-11-21 10:20:30',
          },
        },
      })
    }
    this.current = { ...values, version: (this.current.version ?? 0) + 1 }
    return { code: 200, data: this.current }
  }
  readonly load = (): Promise<Values> => Promise.resolve(this.current)
}

function Editing({ record, readOnly = false }: { record: Record3; readOnly?: boolean }) {
  const [values, setValues] = useState(record.current)
  return (
    <>
      <ResourceForm
        title="站点信息"
        schema={schema}
        values={values}
        save={record.save}
        releaseMs={0}
        readOnly={readOnly}
        compare={{ load: record.load, labels: { title: '名称', note: '备注', sort: '排序' } }}
      >
        {(control) => (
          <>
            <TextField control={control} name="title" label="名称" required />
            <TextField control={control} name="note" label="备注" />
            <NumberField control={control} name="sort" label="排序" />
          </>
        )}
      </ResourceForm>
      <button onClick={() => setValues(record.current)}>reload</button>
    </>
  )
}

const title = (): HTMLElement => screen.getByRole('textbox', { name: /^名称/ })
const note = (): HTMLElement => screen.getByRole('textbox', { name: '备注' })
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: '保存' }))
const write = async (input: HTMLElement, text: string): Promise<void> => {
  await userEvent.clear(input)
  if (text) await userEvent.type(input, text)
}
const draw = (record = new Record3()): Record3 => {
  renderUi(<Editing record={record} />, { host: aHost() })
  return record
}

describe('the form of a page', () => {
  it('says that there is unsaved work until it is saved, and builds on the answer after that', async () => {
    const record = draw()
    await write(title(), '新名')
    expect(unsavedWork.titles()).toEqual(['站点信息'])
    await save()
    await waitFor(() => expect(unsavedWork.titles()).toEqual([]))
    await write(note(), '备注')
    await save()
    await waitFor(() => expect(record.current).toEqual({ title: '新名', note: '备注', sort: 1, version: 5 }))
  })

  it('saves with Ctrl+S', async () => {
    const record = draw()
    await write(title(), '新名')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(record.current.title).toBe('新名'))
  })

  it('shows the first broken rule in the order of the schema and focuses its field', async () => {
    const record = draw()
    await write(screen.getByRole('spinbutton', { name: '排序' }), '10')
    await write(title(), '')
    await userEvent.click(note())
    await save()
    await waitFor(() => expect(document.activeElement).toBe(title()))
    await screen.findByText('请输入站点名称', { selector: '.fui-Toast *' })
    expect(await screen.findByText('请输入站点名称', { selector: '.fui-Field *' })).toBeTruthy()
    expect(await screen.findByText('排序太大')).toBeTruthy()
    expect(record.saves).toEqual([])
  })

  it('goes back to what is saved, after asking', async () => {
    draw()
    await write(title(), '新名')
    await userEvent.click(screen.getByRole('button', { name: '重置' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('站点信息')
    await userEvent.click(within(question).getByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(title()).toHaveProperty('value', '主站'))
  })

  it('takes a newer record while nothing was changed, and leaves changes alone', async () => {
    const record = draw()
    record.current = { ...VALUES, title: '别人改的', version: 4 }
    await userEvent.click(screen.getByRole('button', { name: 'reload' }))
    await waitFor(() => expect(title()).toHaveProperty('value', '别人改的'))
    await write(note(), '我的')
    record.current = { ...VALUES, title: '又改了', version: 5 }
    await userEvent.click(screen.getByRole('button', { name: 'reload' }))
    expect(title()).toHaveProperty('value', '别人改的')
    expect(note()).toHaveProperty('value', '我的')
  })

  it('offers no buttons to whom may only look', () => {
    renderUi(<Editing record={new Record3()} readOnly />, { host: aHost() })
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  })
})

describe('two people who save the same record', () => {
  /** Mine changed title and sort; theirs title and note. */
  const collide = async (): Promise<Record3> => {
    const record = draw()
    await write(title(), '我的名')
    await write(screen.getByRole('spinbutton', { name: '排序' }), '5')
    record.current = { ...VALUES, title: '她的名', note: '她的备注', version: 8 }
    await save()
    await screen.findByText(/“王芳”在 2026-11-21 10:20:30 保存了该数据/)
    return record
  }
  const button = (name: string): HTMLElement => screen.getByRole('button', { name })

  it('merges: what only one changed is chosen, what both changed is asked', async () => {
    const record = await collide()
    expect(button('合并保存').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('还有 1 处双方均已修改，请先选择')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: '备注：对方的内容' })).toHaveProperty('value', '她的备注')
    expect(screen.getByRole('textbox', { name: '备注：我的内容' })).toHaveProperty('value', '（空）')
    const choice = screen.getByRole('radiogroup', { name: '名称保留哪一个' })
    await userEvent.click(within(choice).getByRole('radio', { name: '我的内容' }))
    await userEvent.click(button('合并保存'))
    await waitFor(() => expect(record.current).toEqual({ title: '我的名', note: '她的备注', sort: 5, version: 9 }))
    expect(note()).toHaveProperty('value', '她的备注')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('overwrites with mine', async () => {
    const record = await collide()
    await userEvent.click(button('用我的内容覆盖'))
    await waitFor(() => expect(record.current).toEqual({ title: '我的名', note: '', sort: 5, version: 9 }))
  })

  it('goes on editing with nothing lost, and asks again at the next save', async () => {
    const record = await collide()
    await userEvent.click(button('继续编辑'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(title()).toHaveProperty('value', '我的名')
    await waitFor(() => expect(document.activeElement).toBe(button('保存')))
    await save()
    await screen.findByText('保存冲突')
    expect(record.current.title).toBe('她的名')
  })

  it('says it in the dialog, not in a toast too', async () => {
    await collide()
    expect(document.querySelectorAll('.fui-Toast')).toHaveLength(0)
  })

  it('are not distinguished by a server without versions', async () => {
    const record = draw(new Record3({ title: '主站', note: '', sort: 1 }))
    await write(title(), '我的名')
    record.current = { title: '她的名', note: '', sort: 1 }
    await save()
    await waitFor(() => expect(record.current.title).toBe('我的名'))
  })
})
