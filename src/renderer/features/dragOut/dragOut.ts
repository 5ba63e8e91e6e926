import type { DragEvent, PointerEvent } from 'react'
import type { DragOutWanted } from '#shared/contract/dragOut.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'

/** After this the person is told what is waited for, ms. */
const SLOW_MS = 700

/** What the pointer was pressed on, in a browser: its address has to be there before the drag begins. */
let pressed: { href: string; name: string } | null = null
let outside = false

/** The pointer carries files of ours: our own places for files don't take them back. */
export const isDraggingOut = (): boolean => outside

interface DragOutProps {
  draggable: true
  onPointerDown: (event: PointerEvent) => void
  onDragStart: (event: DragEvent) => void
}

/** Makes an element a handle by which files are dragged out of the window. @param what asked when that begins */
export const dragOut = (what: () => DragOutWanted): DragOutProps => ({
  draggable: true,
  onPointerDown(event) {
    pressed = null
    if (!inElectron() && event.button === 0) void press(what())
  },
  onDragStart(event) {
    // A row may be dragged within the window, too.
    event.stopPropagation()
    const { dataTransfer } = event
    dataTransfer.clearData()
    if (pressed) {
      const address = new URL(pressed.href, location.href).href
      dataTransfer.effectAllowed = 'copy'
      dataTransfer.setData('DownloadURL', `application/octet-stream:${pressed.name}:${address}`)
      pressed = null
      return
    }
    event.preventDefault()
    if (inElectron()) void carry(what()).catch(showError)
  },
})

async function press(wanted: DragOutWanted): Promise<void> {
  // Pressing is no drag yet: what fails is said by what the press was meant for.
  const answer = await call('dragOut.prepare', wanted).catch(() => null)
  pressed = answer && { href: answer.data.href, name: answer.data.name }
}

/** The system carries the files, when they are here before the pointer is let go. */
async function carry(wanted: DragOutWanted): Promise<void> {
  let held = true
  const letGo = (): void => void (held = false)
  const slow = setTimeout(() => notify('info', '正在取文件，请按住鼠标稍等'), SLOW_MS)
  window.addEventListener('pointerup', letGo, { once: true, capture: true })
  try {
    const { data } = await call('dragOut.prepare', wanted)
    if (!held) return notify('info', '文件已经取好，请再拖一次')
    outside = true
    // The page hears nothing of the pointer until it is back.
    window.addEventListener('pointermove', () => (outside = false), { once: true, capture: true })
    await call('dragOut.start', { ticket: data.ticket })
  } finally {
    clearTimeout(slow)
    window.removeEventListener('pointerup', letGo, { capture: true })
  }
}
