import { makeStyles, tokens } from '@fluentui/react-components'

/** Frames of the editor's panes. */
export const useEditorStyles = makeStyles({
  pane: { flex: '1 1 auto', minHeight: 0, minWidth: 0, height: '100%' },
  diff: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, height: '100%' },
  titles: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalXS,
    fontWeight: tokens.fontWeightSemibold,
  },
})
