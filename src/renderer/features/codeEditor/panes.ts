import { type ComponentType, createContext, lazy, useContext } from 'react'
import type { CodePaneProps, DiffPaneProps, MergePaneProps, ValuePaneProps } from './types.ts'

export interface EditorPanes {
  CodePane: ComponentType<CodePaneProps>
  DiffPane: ComponentType<DiffPaneProps>
  MergePane: ComponentType<MergePaneProps>
  ValuePane: ComponentType<ValuePaneProps>
}

// The Chinese texts must be there before the first module of the editor runs (design: stack, Monaco).
const load = async () => {
  await import('monaco-editor/nls/lang/zh-cn')
  return import('./monacoPanes.ts')
}

const EditorContext = createContext<EditorPanes>({
  CodePane: lazy(async () => ({ default: (await load()).CodePane })),
  DiffPane: lazy(async () => ({ default: (await load()).DiffPane })),
  MergePane: lazy(async () => ({ default: (await load()).MergePane })),
  ValuePane: lazy(async () => ({ default: (await load()).ValuePane })),
})

/** Provides other panes (for tests in a DOM without text layout). */
export const EditorProvider = EditorContext.Provider

/** The editor's panes, loaded on first use: render them inside Suspense. */
export const usePanes = (): EditorPanes => useContext(EditorContext)
