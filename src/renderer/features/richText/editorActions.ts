import { createContext, type ReactNode } from 'react'

/** Buttons of the form around an editor (preview, save) that its full screen shows too. */
export const EditorActions = createContext<ReactNode>(null)
