import { useState } from 'react'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { ChosenFile } from './items.ts'

export interface MediaChoice {
  /** In the order of choosing. */
  chosen: readonly ChosenFile[]
  /** The position of a file in that order, from 1; 0 when not chosen. */
  positionOf(src: string): number
  /** Chooses a file, or removes it from the choice. */
  toggle(media: ChosenFile): void
  /** Adds a file to the choice; false when the limit is reached. */
  add(media: ChosenFile): boolean
  drop(src: string): void
}

/** The choice shared by the three tabs: one file, or up to `max`. */
export function useMediaChoice(many: boolean, max: number): MediaChoice {
  const toast = useToast()
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const has = (src: string): boolean => chosen.some((each) => each.src === src)
  const drop = (src: string): void => setChosen((now) => now.filter((each) => each.src !== src))
  const add = (media: ChosenFile): boolean => {
    if (many && !has(media.src) && chosen.length >= max) {
      toast.warning(`最多选择 ${max} 个`)
      return false
    }
    // Several choices may arrive before the next render, so the length is checked against the latest state.
    setChosen((now) =>
      !many ? [media] : now.length >= max || now.some((each) => each.src === media.src) ? now : [...now, media],
    )
    return true
  }
  return {
    chosen,
    positionOf: (src) => chosen.findIndex((each) => each.src === src) + 1,
    toggle: (media) => (has(media.src) ? drop(media.src) : void add(media)),
    add,
    drop,
  }
}
