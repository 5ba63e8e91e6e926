// Entry of one chunk with everything that needs the editor's code.
export { CodePane } from './CodePane.tsx'
export { DiffPane } from './DiffPane.tsx'
export { MergePane } from './MergePane.tsx'
export { ValuePane } from './ValuePane.tsx'
