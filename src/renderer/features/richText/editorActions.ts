import { createContext, type ReactNode } from 'react'

/** What the form around an editor offers in its full screen, too: preview and save. */
export const EditorActions = createContext<ReactNode>(null)
