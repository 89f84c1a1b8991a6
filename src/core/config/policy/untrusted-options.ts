/**
 * What a pull request of a stranger may set: options that change what a server costs and that neither name a file,
 * an address, an account or a program, nor reach outside the server's own memory and data directory. Each was put
 * here for a reason of its own; what is not here is refused.
 */
const allowed = {
  "InnoDB: memory": `
    innodb_buffer_pool_chunk_size innodb_buffer_pool_dump_at_shutdown innodb_buffer_pool_dump_pct
    innodb_buffer_pool_instances innodb_buffer_pool_load_at_startup innodb_buffer_pool_size
    innodb_change_buffer_max_size innodb_change_buffering innodb_log_buffer_size innodb_lru_scan_depth
    innodb_old_blocks_pct innodb_old_blocks_time innodb_sort_buffer_size`,
  "InnoDB: flushing and the redo log": `
    innodb_adaptive_flushing innodb_adaptive_flushing_lwm innodb_doublewrite innodb_doublewrite_batch_size
    innodb_doublewrite_files innodb_doublewrite_pages innodb_flush_log_at_timeout innodb_flush_log_at_trx_commit
    innodb_flush_method innodb_flush_neighbors innodb_flush_sync innodb_flushing_avg_loops
    innodb_fsync_threshold innodb_idle_flush_pct innodb_io_capacity innodb_io_capacity_max
    innodb_log_checksums innodb_log_compressed_pages innodb_log_file_size innodb_log_files_in_group
    innodb_log_spin_cpu_abs_lwm innodb_log_spin_cpu_pct_hwm innodb_log_wait_for_flush_spin_hwm
    innodb_log_write_ahead_size innodb_log_writer_threads innodb_max_dirty_pages_pct
    innodb_max_dirty_pages_pct_lwm innodb_page_cleaners innodb_page_size innodb_redo_log_capacity innodb_use_fdatasync
    innodb_use_native_aio`,
  "InnoDB: reading, threads and latches": `
    innodb_adaptive_hash_index innodb_adaptive_hash_index_parts innodb_adaptive_max_sleep_delay
    innodb_commit_concurrency innodb_concurrency_tickets innodb_numa_interleave innodb_parallel_read_threads
    innodb_random_read_ahead innodb_read_ahead_threshold innodb_read_io_threads innodb_spin_wait_delay
    innodb_spin_wait_pause_multiplier innodb_sync_array_size innodb_sync_spin_loops
    innodb_thread_concurrency innodb_thread_sleep_delay innodb_write_io_threads`,
  "InnoDB: transactions, locks and purge": `
    innodb_autoinc_lock_mode innodb_deadlock_detect innodb_lock_wait_timeout innodb_max_purge_lag
    innodb_max_purge_lag_delay innodb_max_undo_log_size innodb_print_all_deadlocks innodb_purge_batch_size
    innodb_purge_rseg_truncate_frequency innodb_purge_threads innodb_rollback_on_timeout
    innodb_rollback_segments innodb_snapshot_isolation innodb_strict_mode innodb_support_xa
    innodb_table_locks innodb_undo_log_truncate innodb_undo_logs`,
  "InnoDB: tables, statistics and DDL": `
    innodb_autoextend_increment innodb_checksum_algorithm innodb_checksums innodb_cmp_per_index_enabled
    innodb_compression_algorithm innodb_compression_failure_threshold_pct innodb_compression_level
    innodb_compression_pad_pct_max innodb_ddl_buffer_size innodb_ddl_threads innodb_default_row_format
    innodb_disable_sort_file_cache innodb_file_format innodb_file_per_table innodb_fill_factor
    innodb_ft_cache_size innodb_ft_result_cache_limit innodb_ft_sort_pll_degree innodb_ft_total_cache_size
    innodb_large_prefix innodb_monitor_disable innodb_monitor_enable innodb_online_alter_log_max_size
    innodb_open_files innodb_segment_reserve_factor innodb_stats_auto_recalc
    innodb_stats_include_delete_marked innodb_stats_method innodb_stats_on_metadata innodb_stats_persistent
    innodb_stats_persistent_sample_pages innodb_stats_transient_sample_pages innodb_status_output
    innodb_status_output_locks`,
  "Performance Schema: what is measured": `
    performance_schema performance_schema_consumer_events_stages_current
    performance_schema_consumer_events_stages_history performance_schema_consumer_events_stages_history_long
    performance_schema_consumer_events_statements_cpu performance_schema_consumer_events_statements_current
    performance_schema_consumer_events_statements_history
    performance_schema_consumer_events_statements_history_long
    performance_schema_consumer_events_transactions_current
    performance_schema_consumer_events_transactions_history
    performance_schema_consumer_events_transactions_history_long
    performance_schema_consumer_events_waits_current performance_schema_consumer_events_waits_history
    performance_schema_consumer_events_waits_history_long performance_schema_consumer_global_instrumentation
    performance_schema_consumer_statements_digest performance_schema_consumer_thread_instrumentation
    performance_schema_instrument performance_schema_logger performance_schema_meter
    performance_schema_show_processlist`,
  "Performance Schema: how much is kept": `
    performance_schema_accounts_size performance_schema_digests_size performance_schema_error_size
    performance_schema_events_stages_history_long_size performance_schema_events_stages_history_size
    performance_schema_events_statements_history_long_size performance_schema_events_statements_history_size
    performance_schema_events_transactions_history_long_size
    performance_schema_events_transactions_history_size performance_schema_events_waits_history_long_size
    performance_schema_events_waits_history_size performance_schema_hosts_size
    performance_schema_max_cond_classes performance_schema_max_cond_instances
    performance_schema_max_digest_length performance_schema_max_digest_sample_age
    performance_schema_max_file_classes performance_schema_max_file_handles
    performance_schema_max_file_instances performance_schema_max_index_stat
    performance_schema_max_memory_classes performance_schema_max_metadata_locks
    performance_schema_max_mutex_classes performance_schema_max_mutex_instances
    performance_schema_max_prepared_statements_instances performance_schema_max_program_instances
    performance_schema_max_rwlock_classes performance_schema_max_rwlock_instances
    performance_schema_max_socket_classes performance_schema_max_socket_instances
    performance_schema_max_sql_text_length performance_schema_max_stage_classes
    performance_schema_max_statement_classes performance_schema_max_statement_stack
    performance_schema_max_table_handles performance_schema_max_table_instances
    performance_schema_max_table_lock_stat performance_schema_max_thread_classes
    performance_schema_max_thread_instances performance_schema_session_connect_attrs_size
    performance_schema_setup_actors_size performance_schema_setup_objects_size performance_schema_users_size`,
  "Connections and threads": `
    back_log connect_timeout connection_memory_chunk_size connection_memory_limit
    global_connection_memory_limit global_connection_memory_tracking host_cache_size interactive_timeout
    max_connect_errors max_connections max_prepared_stmt_count max_user_connections net_buffer_length
    net_read_timeout net_retry_count net_write_timeout open_files_limit skip_name_resolve slow_launch_time
    thread_cache_size thread_handling thread_pool_idle_timeout thread_pool_max_threads
    thread_pool_oversubscribe thread_pool_size thread_pool_stall_limit thread_stack wait_timeout`,
  "Caches of tables, statements and results": `
    flush flush_time information_schema_stats_expiry key_buffer_size key_cache_age_threshold
    key_cache_block_size key_cache_division_limit metadata_locks_cache_size metadata_locks_hash_instances
    query_cache_limit query_cache_min_res_unit query_cache_size query_cache_type
    query_cache_wlock_invalidate schema_definition_cache stored_program_cache
    stored_program_definition_cache table_definition_cache table_open_cache table_open_cache_instances
    table_open_cache_triggers tablespace_definition_cache`,
  "Memory of one statement": `
    big_tables bulk_insert_buffer_size group_concat_max_len internal_tmp_disk_storage_engine
    internal_tmp_mem_storage_engine join_buffer_size join_buffer_space_limit join_cache_level
    max_allowed_packet max_heap_table_size max_length_for_sort_data max_sort_length mrr_buffer_size
    parser_max_mem_size preload_buffer_size query_alloc_block_size query_prealloc_size
    range_alloc_block_size range_optimizer_max_mem_size read_buffer_size read_rnd_buffer_size
    select_into_buffer_size set_operations_buffer_size sort_buffer_size temptable_max_mmap temptable_max_ram
    temptable_use_mmap tmp_table_size transaction_alloc_block_size transaction_prealloc_size`,
  "The optimizer": `
    cte_max_recursion_depth end_markers_in_json eq_range_index_dive_limit histogram_generation_max_mem_size
    max_join_size max_seeks_for_key optimizer_prune_level optimizer_search_depth optimizer_switch
    optimizer_trace optimizer_trace_features optimizer_trace_limit optimizer_trace_max_mem_size
    optimizer_trace_offset optimizer_use_condition_selectivity use_stat_tables`,
  "Logs of statements": `
    general_log log_output log_queries_not_using_indexes log_short_format log_slow_admin_statements
    log_slow_extra log_slow_filter log_slow_query log_slow_query_time log_slow_rate_limit
    log_slow_replica_statements log_slow_slave_statements log_slow_verbosity
    log_throttle_queries_not_using_indexes long_query_time max_digest_length min_examined_row_limit
    slow_query_log userstat`,
  "The binary log": `
    binlog_annotate_row_events binlog_cache_size binlog_checksum binlog_commit_wait_count
    binlog_commit_wait_usec binlog_direct_non_transactional_updates binlog_format
    binlog_group_commit_sync_delay binlog_group_commit_sync_no_delay_count binlog_max_flush_queue_time
    binlog_order_commits binlog_row_event_max_size binlog_row_image binlog_row_metadata
    binlog_row_value_options binlog_rows_query_log_events binlog_stmt_cache_size
    binlog_transaction_compression binlog_transaction_compression_level_zstd
    binlog_transaction_dependency_history_size binlog_transaction_dependency_tracking
    enforce_gtid_consistency gtid_executed_compression_period gtid_mode log_bin log_replica_updates
    log_slave_updates max_binlog_cache_size max_binlog_size max_binlog_stmt_cache_size server_id sync_binlog
    transaction_write_set_extraction`,
  "How statements behave": `
    autocommit character_set_server collation_server completion_type concurrent_insert
    default_tmp_storage_engine delay_key_write event_scheduler explicit_defaults_for_timestamp
    lock_wait_timeout log_bin_trust_function_creators low_priority_updates max_error_count max_execution_time
    max_statement_time max_write_lock_count sql_mode transaction_isolation updatable_views_with_limit`,
};

const names = new Set(Object.values(allowed).flatMap((topic) => topic.trim().split(/\s+/)));

export function isAllowedUntrusted(name: string): boolean {
  return names.has(name);
}
