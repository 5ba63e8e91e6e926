import { ReactNodeViewRenderer } from '@tiptap/react'
import { Image, Player } from '../schema/media.ts'
import { ImageNodeView } from './ImageNodeView.tsx'
import { PlayerNodeView } from './PlayerNodeView.tsx'

const TYPED = 'button, video, audio'
/** What is pressed in a player or on a button is theirs, not the text's; also the drag of a slider, which is none of the player. */
function isTheirs(event: Event, pressed: { on: boolean }): boolean {
  if (event.type === 'dragstart' && pressed.on) event.preventDefault()
  if (event.type.startsWith('drag') || event.type === 'drop') return pressed.on
  const isOn = event.target instanceof Element && event.target.closest(TYPED) !== null
  if (event.type === 'mousedown') pressed.on = isOn
  return isOn
}

/** Pictures and videos with their views in the editor. */
export const shownMedia = [
  Image.extend({ addNodeView: () => ReactNodeViewRenderer(ImageNodeView) }),
  Player.extend({
    addNodeView() {
      const pressed = { on: false }
      return ReactNodeViewRenderer(PlayerNodeView, { stopEvent: ({ event }) => isTheirs(event, pressed) })
    },
  }),
]
