import { ReactNodeViewRenderer } from '@tiptap/react'
import { Image, Player } from '../schema/media.ts'
import { ImageNodeView } from './ImageNodeView.tsx'
import { PlayerNodeView } from './PlayerNodeView.tsx'

const INTERACTIVE = 'button, video, audio'
/** Whether an event belongs to a player or button and not to the editor. Dragging a slider must not drag the player. */
function isControlEvent(event: Event, pressed: { on: boolean }): boolean {
  if (event.type === 'dragstart' && pressed.on) event.preventDefault()
  if (event.type.startsWith('drag') || event.type === 'drop') return pressed.on
  const isOn = event.target instanceof Element && event.target.closest(INTERACTIVE) !== null
  if (event.type === 'mousedown') pressed.on = isOn
  return isOn
}

/** Pictures and videos with their views in the editor. */
export const mediaWithViews = [
  Image.extend({ addNodeView: () => ReactNodeViewRenderer(ImageNodeView) }),
  Player.extend({
    addNodeView() {
      const pressed = { on: false }
      return ReactNodeViewRenderer(PlayerNodeView, { stopEvent: ({ event }) => isControlEvent(event, pressed) })
    },
  }),
]
