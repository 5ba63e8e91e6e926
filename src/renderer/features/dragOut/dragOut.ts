import type { DragEvent, PointerEvent } from 'react'
import type { DragOutRequest } from '#shared/contract/dragOut.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'

/** Delay before a toast asks the user to wait. */
const NOTICE_DELAY_MS = 700

/** The file under the pressed pointer, in a browser: its address must be known before the drag begins. */
let pressed: { href: string; name: string } | null = null
let isOutside = false

/** Whether the pointer drags files of this program, which its own drop zones ignore. */
export const isDraggingOut = (): boolean => isOutside

interface DragOutProps {
  draggable: true
  onPointerDown: (event: PointerEvent) => void
  onDragStart: (event: DragEvent) => void
}

/** Makes an element a handle for dragging files out of the window. @param getFiles called when a drag begins */
export const dragOut = (getFiles: () => DragOutRequest): DragOutProps => ({
  draggable: true,
  onPointerDown(event) {
    pressed = null
    if (!inElectron() && event.button === 0) void prepareAddress(getFiles())
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
    if (inElectron()) void startDrag(getFiles()).catch(showError)
  },
})

async function prepareAddress(request: DragOutRequest): Promise<void> {
  // A press is not yet a drag, so its errors are not shown.
  const answer = await call('dragOut.prepare', request).catch(() => null)
  pressed = answer && { href: answer.data.href, name: answer.data.name }
}

/** Lets the system drag the files, if they are ready before the pointer is released. */
async function startDrag(request: DragOutRequest): Promise<void> {
  let isPressed = true
  const onRelease = (): void => void (isPressed = false)
  const slow = setTimeout(() => notify('info', '正在准备文件，请按住鼠标稍候'), NOTICE_DELAY_MS)
  window.addEventListener('pointerup', onRelease, { once: true, capture: true })
  try {
    const { data } = await call('dragOut.prepare', request)
    if (!isPressed) return notify('info', '文件已准备好，请重新拖动')
    isOutside = true
    // The page gets no pointer events until the pointer returns.
    window.addEventListener('pointermove', () => (isOutside = false), { once: true, capture: true })
    await call('dragOut.start', { ticket: data.ticket })
  } finally {
    clearTimeout(slow)
    window.removeEventListener('pointerup', onRelease, { capture: true })
  }
}
