import { useMutation, useQuery } from "@tanstack/react-query"
import type {
  AdminConnectionTestResponse,
  AdminSettingsResponse,
  AdminTestConnection,
  SettingSource,
} from "../../http-types"
import { queryKeys, useRead } from "./read"
import { sdk } from "./sdk"

export type Settings = AdminSettingsResponse["settings"]

export const SETTINGS_PATH = "/admin/stablecoin/settings"

export function useSettings() {
  return useRead<AdminSettingsResponse>(SETTINGS_PATH)
}

/** Whether a setting is written in the config, and is read-only here. */
export function isInConfig({ source }: { source: SettingSource }): boolean {
  return source === "config"
}

/** Codes of the currencies that the store sells in, in lower case. */
export function useStoreCurrencies() {
  return useQuery({
    queryKey: queryKeys.of("store-currencies"),
    queryFn: async () => {
      const { stores } = await sdk.admin.store.list()
      const codes = stores
        .flatMap(({ supported_currencies }) => supported_currencies)
        .map(({ currency_code }) => currency_code.toLowerCase())
      return [...new Set(codes)]
    },
  })
}

/**
 * Tests credentials at the gateway. A failed test is a result, not an error.
 */
export function useConnectionTest() {
  return useMutation({
    // The cache keeps the request, which contains a secret, until the form
    // closes.
    gcTime: 0,
    mutationFn: async (body: AdminTestConnection) => {
      const { test } = await sdk.client.fetch<AdminConnectionTestResponse>(
        `${SETTINGS_PATH}/test`,
        { method: "POST", body }
      )
      return test
    },
  })
}
