import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { useSensitiveQuestion } from './useSensitiveQuestion.ts'

const hit = { word: '敏感', fieldName: 'title', fieldAlias: '标题', propWord: '', excerpt: '有敏感词', times: 1 }
const refused = new AppError('conflict', '含有敏感词', { details: { fact: { kind: 'words', hits: [hit] } } })

function Publish({ run }: { run: (accept: boolean) => Promise<unknown> }) {
  const { question, attempt, close } = useSensitiveQuestion()
  return (
    <>
      <button onClick={() => void attempt(run, 'restore')}>发布</button>
      {question && (
        <p>
          {`${question.what} ${question.hits.map(({ word }) => word).join()}`}
          <button onClick={question.accept}>仍然发布</button>
          <button onClick={close}>返回</button>
        </p>
      )}
    </>
  )
}

it('asks about sensitive words before it continues, and only shows other errors', async () => {
  const asked: boolean[] = []
  let error: AppError = refused
  const run = async (accept: boolean): Promise<void> => {
    asked.push(accept)
    throw error
  }
  renderUi(<Publish run={run} />, { host: aHost() })
  const user = userEvent.setup()
  const click = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }))
  await click('发布')
  expect(await screen.findByText('restore 敏感')).toBeTruthy()
  await click('返回')
  expect(screen.queryByText('restore 敏感')).toBeNull()
  await click('发布')
  await screen.findByText('restore 敏感')
  error = new AppError('conflict', '内容刚刚被修改')
  await click('仍然发布')
  expect(await screen.findByText('内容刚刚被修改')).toBeTruthy()
  expect(asked).toEqual([false, false, true])
  await click('返回')
  error = new AppError('conflict', '栏目已被删除')
  await click('发布')
  expect(await screen.findByText('栏目已被删除')).toBeTruthy()
  expect(screen.queryByText('restore 敏感')).toBeNull()
})
