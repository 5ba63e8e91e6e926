import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { DICTIONARY_SHEET_LIMIT_MB } from '#shared/contract/dictionary.ts'
import { can, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

const PLACE = { siteId: 0, menuId: MENU.dictionary }

/** Import and export of sheets, on the dictionaries that all sites share: the one part of this page that is no sample. */
export function SheetPanel() {
  const styles = useStyles()
  const who = useAuthority()
  const may = [PERMISSION.exportSheet, PERMISSION.importSheet].some((code) => can(who, { ...PLACE, code }))
  return (
    <Card title="表格导入导出">
      <Text>这里用的是真实的字典：导出全部字典，导入的字典会保存为各站点共用的字典。</Text>
      {!may && <Text>您没有字典的导入、导出权限，所以看不到按钮。</Text>}
      <div className={styles.row}>
        <SheetButtons
          what="字典"
          at={PLACE}
          exports={{ operation: 'dictionary.exportSheet', input: {} }}
          imports={{
            call: { operation: 'dictionary.importSheet', input: {} },
            limitMb: DICTIONARY_SHEET_LIMIT_MB,
            template: { operation: 'dictionary.sheetTemplate', input: {} },
          }}
        />
      </div>
    </Card>
  )
}
