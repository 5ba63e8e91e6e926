import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { aLibraryItem } from '#tests/builders/libraryItem.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { ItemActions } from './actions.ts'
import { ItemCard } from './ItemCard.tsx'

it('is drawn again only when its own file changes, however often the list is', async () => {
  let drawn = 0
  const item = Object.defineProperty(aLibraryItem(1), 'fileSizeString', { get: () => `${(drawn += 1)} KB` })
  const none = (): void => {}
  const draggedWith: ItemActions['listDragged'] = (dragged) => [dragged]
  const actions: ItemActions = {
    preview: none,
    details: none,
    copyAddress: none,
    replace: none,
    remove: none,
    listDragged: draggedWith,
  }
  function List() {
    const [chosen, setChosen] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setChosen(chosen + 1)}>
          已选 {chosen}
        </button>
        <ItemCard item={item} actions={actions} />
      </>
    )
  }
  renderUi(<List />, { host: aHost().on('media.image', () => ({ dataUrl: '' })) })
  await screen.findByText(/ KB$/)
  const before = drawn
  await userEvent.click(screen.getByRole('button', { name: '已选 0' }))
  await waitFor(() => screen.getByRole('button', { name: '已选 1' }))
  expect(drawn).toBe(before)
})
