import type { installationsRows } from '../../../../shared/api/operator/installations.ts'
import type { HandlersOf } from '../../http/call.ts'
import {
  checkInstallation,
  chooseInstallation,
  type InstallationDeps,
  prepareCompany,
  prepareCredentials,
  restore,
  showInstallations,
} from './installations.ts'

export const installationsRoutes = (parts: InstallationDeps): HandlersOf<typeof installationsRows> => ({
  installations: showInstallations(parts),
  prepareCompany: prepareCompany(parts),
  prepareCredentials: prepareCredentials(parts),
  checkInstallation: checkInstallation(parts),
  chooseInstallation: chooseInstallation(parts),
  restore: restore(parts),
})
