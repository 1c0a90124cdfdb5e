{{/*
Environment of one service: `dict "root" $ "service" <entry> "services" <all>`. What it reaches gives the addresses, so
that a service can only be told of what the network policies let it reach.
*/}}
{{- define "filemill.environment" -}}
{{- $root := .root }}
{{- $service := .service }}
{{- $fullname := include "filemill.fullname" $root -}}
- { name: LOG_LEVEL, value: {{ $root.Values.logLevel }} }
{{- with $root.Values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ $root.Values.tracing.share | quote }} }
{{- end }}
{{- with index $service.ports "grpc" }}
- { name: GRPC_PORT, value: {{ . | quote }} }
{{- end }}
{{- with index $service.ports "http" }}
- { name: PORT, value: {{ . | quote }} }
{{- end }}
{{- with $service.lane }}
- { name: LANES, value: {{ . }} }
- { name: {{ printf "SLOTS_%s" (upper .) }}, value: {{ $service.slots | quote }} }
- { name: DRAIN_GRACE_SECONDS, value: {{ $service.drainSeconds | quote }} }
{{- end }}
{{- range $reached := $service.reaches }}
{{- with index $.services $reached }}
{{- /* A headless name: gRPC balances over the pods behind it. */}}
- { name: {{ upper $reached }}_ADDRESS, value: {{ printf "dns:///%s-%s.%s.svc.%s:%v" $fullname $reached $root.Release.Namespace $root.Values.clusterDomain (index .ports "grpc") | quote }} }
{{- end }}
{{- if eq $reached "store" }}
- { name: STORE_URL, value: {{ $root.Values.store.url | quote }} }
{{- end }}
{{- end }}
{{- range $variable, $value := $service.env }}
{{- with tpl $value $root }}
- { name: {{ $variable }}, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- range $variable, $secret := $service.secrets }}
{{ include "filemill.secretVariable" (dict "root" $root "variable" $variable "secret" $secret) }}
{{- end }}
{{- end }}
