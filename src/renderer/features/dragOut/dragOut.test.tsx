import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { dragOut, isDraggingOut } from './dragOut.ts'

const wanted = { from: 'library' as const, files: [{ accessPath: 'a.png', name: '年报.png' }] }

/** What the browser carries after the pointer was pressed and moved; null: nothing is dragged. */
function drag(element: HTMLElement): Record<string, string> | null {
  const data: Record<string, string> = {}
  const event = createEvent.dragStart(element)
  const dataTransfer = { clearData: () => undefined, setData: (type: string, text: string) => void (data[type] = text) }
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
  fireEvent(element, event)
  return event.defaultPrevented ? null : data
}

it('in a browser carries the address that was made when the pointer was pressed, once', async () => {
  const host = aHost().on('dragOut.prepare', () => ({ ticket: '', name: '年报.png', href: '/download/1' }))
  renderUi(<span {...dragOut(() => wanted)}>年报</span>, { host })
  const handle = screen.getByText('年报')
  expect(drag(handle)).toBeNull()
  fireEvent.pointerDown(handle, { button: 0 })
  await waitFor(() => expect(host.inputsOf('dragOut.prepare')).toEqual([wanted]))
  await waitFor(() =>
    expect(drag(handle)).toEqual({
      DownloadURL: `application/octet-stream:年报.png:${new URL('/download/1', location.href).href}`,
    }),
  )
  expect(drag(handle)).toBeNull()
})

it('on the desk has the system carry the files when they are here, and not after the pointer was let go', async () => {
  Object.assign(window, { sitecraft: {} })
  onTestFinished(() => void Object.assign(window, { sitecraft: undefined }))
  const fetched = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  const host = aHost()
    .on('dragOut.prepare', async () => {
      await fetched[asked++]?.promise
      return { ticket: `ticket ${asked}`, name: '', href: '' }
    })
    .on('dragOut.start', () => ({ started: true }))
  renderUi(<span {...dragOut(() => wanted)}>年报</span>, { host })
  const handle = screen.getByText('年报')
  expect(drag(handle)).toBeNull()
  fireEvent.pointerUp(window)
  fetched[0]?.resolve()
  await screen.findByText('文件已准备好，请重新拖动')
  expect(host.inputsOf('dragOut.start')).toEqual([])
  expect(drag(handle)).toBeNull()
  fetched[1]?.resolve()
  await waitFor(() => expect(host.inputsOf('dragOut.start')).toEqual([{ ticket: 'ticket 2' }]))
  // Until the pointer is back, nothing of ours takes the files back.
  expect(isDraggingOut()).toBe(true)
  fireEvent.pointerMove(window)
  expect(isDraggingOut()).toBe(false)
})
