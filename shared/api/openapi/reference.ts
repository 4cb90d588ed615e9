import { apiVersion } from '../api-version.ts'
import { openApi } from '../openapi.ts'
import { interfaceEndpoints, operatorEndpoints } from './described.ts'
import type { OpenApiDocument } from './document.ts'

/** The reference as it is served and checked: the interface, the operator API and the pages. */
export const reference = (): OpenApiDocument => openApi(apiVersion, [...interfaceEndpoints, ...operatorEndpoints])
