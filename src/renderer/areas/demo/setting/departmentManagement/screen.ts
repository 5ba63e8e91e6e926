import { demoScreen } from '#renderer/areas/demo/shared/demoScreen.ts'

export const screen = demoScreen('/setting/departmentManagement', '部门管理', () =>
  import('./DepartmentManagementDemo.tsx').then((module) => module.DepartmentManagementDemo),
)
