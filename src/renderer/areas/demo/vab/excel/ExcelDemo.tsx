import { Text } from '@fluentui/react-components'
import { can, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

/** 导出真实的字典：有字典导出权限时才有按钮。 */
export function ExcelDemo() {
  const may = can(useAuthority(), { siteId: 0, menuId: MENU.dictionary, code: PERMISSION.exportSheet })
  return (
    <DemoPage title="导出 Excel" text="导出真实的字典：有字典导出权限时才有按钮。">
      <div>
        <SheetButtons
          what="字典"
          at={{ siteId: 0, menuId: MENU.dictionary }}
          exports={{ operation: 'dictionary.exportSheet', input: {} }}
        />
      </div>
      {!may && <Text>您没有字典的导出权限，所以看不到按钮。</Text>}
    </DemoPage>
  )
}
