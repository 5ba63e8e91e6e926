import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aField } from '#tests/builders/field.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { relatedInput, useRelatedTitles } from './useRelated.ts'

const FIELD = aField('related', { relationMark: '{"id":5,"type":2}' })

function Titles({ ids }: { ids: readonly string[] }) {
  const titleOf = useRelatedTitles(FIELD, 3, ids)
  return <p data-testid="titles">{ids.map(titleOf).join('、')}</p>
}

it('titles of chosen entries beyond the first options are asked by their numbers; others are shown by them', async () => {
  const fake = aHost().on('content.selectOptions', ({ idList }): Record<string, string> =>
    idList ? { '70': '第七十篇' } : { '8': '第八篇' },
  )
  renderUi(<Titles ids={['8', '70', '71', 'x']} />, { host: fake })
  await waitFor(() => expect(screen.getByTestId('titles').textContent).toBe('第八篇、第七十篇、编号 71、编号 x'))
  const input = relatedInput(FIELD, 3, '')
  expect(input).toMatchObject({ key: '', siteId: 3 })
  // Numbers alone: a server refuses any other id, and with it all of them.
  expect(fake.inputsOf('content.selectOptions')).toEqual([input, { ...input, idList: [70, 71] }])
})

it('nothing is asked where nothing is chosen', async () => {
  const fake = aHost().on('content.selectOptions', () => ({}))
  renderUi(<Titles ids={[]} />, { host: fake })
  await screen.findByTestId('titles')
  expect(fake.inputsOf('content.selectOptions')).toEqual([])
})
