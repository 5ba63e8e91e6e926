import { ReactNodeViewRenderer } from '@tiptap/react'
import { Image, Player } from '../schema/media.ts'
import { ImageView } from './ImageView.tsx'
import { PlayerView } from './PlayerView.tsx'

/** Pictures and films as they are shown while the text is edited. */
export const shownMedia = [
  Image.extend({ addNodeView: () => ReactNodeViewRenderer(ImageView) }),
  Player.extend({ addNodeView: () => ReactNodeViewRenderer(PlayerView) }),
]
